import type { CaptureId, LibraryFileId, RuleId, Scope } from '../../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import type { RuleDraft } from '../../../src-preload/contract/rules.ts';
import type { DeliverableFile } from '../queue/deliverable-file.ts';
import type { Delivery } from '../queue/delivery.ts';
import type { RulesTable } from './rules-table.ts';

/**
 * What download rules need from the queue, the captures and the library. Domains do not import each other, so these
 * are functions.
 */
export interface RulesOptions {
  table: RulesTable;
  delivery: Pick<Delivery, 'download' | 'some' | 'remove' | 'onProgress'>;
  files: (fileIds: readonly LibraryFileId[]) => DeliverableFile[];
  /** Returns the published captures of the scope that match, by their id, after the given one; fewer than `limit` are the last. */
  published: (
    scope: Scope,
    match: RuleDraft['match'],
    page: { after: CaptureId | null; limit: number },
  ) => CaptureId[];
  /** Asks the service for the scenes of a capture and stores them. */
  scenes: (scope: Scope, captureId: CaptureId) => Promise<SceneDetails[]>;
  /** Brings the captures of a scope up to date; failures are in its own state. */
  refresh: (scope: Scope) => Promise<unknown>;
  /** Deletes a file from the disk; its record stays. */
  deleteFile: (fileId: LibraryFileId) => Promise<unknown>;
  /** Throws where the folder cannot be written. */
  checkFolder: (folder: string) => Promise<void>;
  /** An archive has arrived for a rule that wants it unpacked; the wish is kept until it is done. */
  unpack: (fileId: LibraryFileId) => void;
  changed: () => void;
  onError: (error: unknown) => void;
  newId: () => RuleId;
  setTimer?: (run: () => void, ms: number) => () => void;
}
