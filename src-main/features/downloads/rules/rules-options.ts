import type { CaptureId, LibraryFileId, RuleId, Scope } from '../../../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../../../src-preload/contract/library.ts';
import type { RuleDraft } from '../../../../src-preload/contract/rules.ts';
import type { DeliverableFile } from '../queue/deliverable-file.ts';
import type { Delivery } from '../queue/delivery.ts';
import type { RulesTable } from './rules-table.ts';

/**
 * What download rules need from the queue, the captures and the library. Domains do not import each other, so these
 * are functions.
 */
export interface RulesOptions {
  table: RulesTable;
  delivery: Pick<Delivery, 'download' | 'transfersOf' | 'remove' | 'onProgress'>;
  files: (fileIds: readonly LibraryFileId[]) => DeliverableFile[];
  /**
   * Returns the published captures of the scope that match, ordered by id, after the given one; fewer than `limit` means the end.
   */
  published: (
    scope: Scope,
    match: RuleDraft['match'],
    page: { after: CaptureId | null; limit: number },
  ) => CaptureId[];
  /** Fetches the scenes of a capture from the service and stores them. */
  scenes: (scope: Scope, captureId: CaptureId) => Promise<SceneDetails[]>;
  /** Updates the captures of a scope; failures are kept in its own state. */
  refresh: (scope: Scope) => Promise<unknown>;
  /** Deletes a file from the disk; its record stays. */
  deleteFile: (fileId: LibraryFileId) => Promise<unknown>;
  /** Throws if the folder cannot be written. */
  checkFolder: (folder: string) => Promise<void>;
  /** Called when an archive has arrived for a rule that wants it unpacked; the request is kept until it is done. */
  unpack: (fileId: LibraryFileId) => void;
  changed: () => void;
  onError: (error: unknown) => void;
  newId: () => RuleId;
  setTimer?: (run: () => void, ms: number) => () => void;
}
