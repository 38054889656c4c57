import { z } from 'zod';
import {
  type LibraryFileId,
  libraryFileIdSchema,
  type RuleId,
  ruleIdSchema,
} from '../../../../src-preload/contract/ids.ts';
import { type RuleFileState, ruleFileStateSchema } from '../../../../src-preload/contract/rules.ts';
import type { Store } from '../../../store/store.ts';

const queuedSchema = z.object({ files: z.number(), unsized: z.number() });
const countSchema = z.object({ n: z.number() });
const fileRowSchema = z.object({
  ruleId: ruleIdSchema,
  fileId: libraryFileIdSchema,
  state: ruleFileStateSchema,
  sizeBytes: z.number().nullable(),
  at: z.string(),
});
/** A file that a rule has asked for, and its state; `sizeBytes` is null until the size is known. */
export type RuleFileRow = z.infer<typeof fileRowSchema>;
const fileColumns = 'rule_id AS ruleId, file_id AS fileId, state, size_bytes AS sizeBytes, at';

/** Creates the table of the files that rules have planned, with their states. */
export function createRuleFiles(store: Store, now: () => Date) {
  return {
    /** Plans the files for a rule. If several rules want a file, the one that fetches it is chosen when it is queued. */
    plan(id: RuleId, fileIds: readonly LibraryFileId[]) {
      store.run(
        `INSERT OR IGNORE INTO rule_file (rule_id, file_id, state, at)
         SELECT :id, value, 'planned', :at FROM json_each(:ids)`,
        { id, ids: JSON.stringify(fileIds), at: now().toISOString() },
      );
    },
    /** Returns the next planned files, in the order in which they were found. */
    planned: (id: RuleId, limit: number): RuleFileRow[] =>
      store.all(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE rule_id = :id AND state = 'planned' ORDER BY rule_file.id LIMIT :limit`,
        { id, limit },
      ),
    /** Returns how many files of the rule are in the queue, and how many of them have no known size yet. */
    open(id: RuleId): { files: number; unsized: number } {
      return (
        store.get(
          queuedSchema,
          `SELECT count(*) AS files, count(*) - count(size_bytes) AS unsized
           FROM rule_file WHERE rule_id = :id AND state = 'fetching'`,
          { id },
        ) ?? { files: 0, unsized: 0 }
      );
    },
    /** Returns the rows of all rules for these files. */
    ofFiles: (fileIds: readonly LibraryFileId[]): RuleFileRow[] =>
      store.all(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE file_id IN (SELECT value FROM json_each(:ids))`,
        { ids: JSON.stringify(fileIds) },
      ),
    /** Returns the files that were in the queue, or had failed, when Nadir was last closed. */
    unfinished: (): RuleFileRow[] =>
      store.all(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE state IN ('fetching', 'failed') ORDER BY rule_file.id LIMIT 20000`,
      ),
    /** Returns the files of a rule that have not arrived: planned, in the queue or failed. */
    waiting: (id: RuleId): RuleFileRow[] =>
      store.all(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE rule_id = :id AND state IN ('planned', 'fetching', 'failed')`,
        { id },
      ),
    file: (id: RuleId, fileId: LibraryFileId): RuleFileRow | null =>
      store.get(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE rule_id = :id AND file_id = :fileId`,
        { id, fileId },
      ) ?? null,
    setFile(
      { ruleId, fileId }: Pick<RuleFileRow, 'ruleId' | 'fileId'>,
      state: RuleFileState,
      sizeBytes: number | null,
    ) {
      store.run(
        `UPDATE rule_file SET state = :state, size_bytes = coalesce(:sizeBytes, size_bytes), at = :at
         WHERE rule_id = :ruleId AND file_id = :fileId`,
        { ruleId, fileId, state, sizeBytes, at: now().toISOString() },
      );
    },
    forgetFile({ ruleId, fileId }: Pick<RuleFileRow, 'ruleId' | 'fileId'>) {
      store.run('DELETE FROM rule_file WHERE rule_id = :ruleId AND file_id = :fileId', { ruleId, fileId });
    },
    history(id: RuleId, offset: number, limit: number): { total: number; rows: RuleFileRow[] } {
      const total = store.get(countSchema, 'SELECT count(*) AS n FROM rule_file WHERE rule_id = :id', {
        id,
      })?.n;
      const rows = store.all(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE rule_id = :id ORDER BY rule_file.id DESC LIMIT :limit OFFSET :offset`,
        { id, limit, offset },
      );
      return { total: total ?? 0, rows };
    },
  };
}
