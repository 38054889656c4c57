import { z } from 'zod';
import { type StoredError, storedErrorSchema } from '../../src-preload/contract/errors.ts';
import {
  type CaptureId,
  type LibraryFileId,
  libraryFileIdSchema,
  type RuleId,
  ruleIdSchema,
} from '../../src-preload/contract/ids.ts';
import {
  type Rule,
  type RuleDraft,
  type RuleFileState,
  ruleDraftSchema,
  ruleFileStateSchema,
} from '../../src-preload/contract/rules.ts';
import type { Migration, Store } from '../store/store.ts';

const captureIdRow = z.object({ captureId: z.string() });
const filesUnsizedRow = z.object({ files: z.number(), unsized: z.number() });
const countRow = z.object({ n: z.number() });

/**
 * `draft` is what the person set, as JSON. `rule_capture` are the captures that need no more look; `rule_file` what came of
 * them, once per rule and file, so that nothing is ever fetched twice.
 */
export const rulesMigrations: Migration[] = [
  {
    domain: 'rules',
    version: 1,
    sql: `CREATE TABLE rule (
      id TEXT PRIMARY KEY,
      draft TEXT NOT NULL,
      created_at TEXT NOT NULL,
      last_ran_at TEXT,
      error TEXT
    ) STRICT;
    CREATE TABLE rule_capture (
      rule_id TEXT NOT NULL REFERENCES rule (id) ON DELETE CASCADE,
      capture_id TEXT NOT NULL,
      PRIMARY KEY (rule_id, capture_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE rule_file (
      id INTEGER PRIMARY KEY,
      rule_id TEXT NOT NULL REFERENCES rule (id) ON DELETE CASCADE,
      file_id INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('planned', 'fetching', 'fetched', 'failed', 'removed', 'undone')),
      size_bytes INTEGER,
      at TEXT NOT NULL,
      UNIQUE (rule_id, file_id)
    ) STRICT;
    CREATE INDEX rule_file_state ON rule_file (rule_id, state, id);
    CREATE INDEX rule_file_file ON rule_file (file_id);`,
  },
];

const ruleRowSchema = z.object({
  id: ruleIdSchema,
  draft: z.string(),
  createdAt: z.string(),
  lastRanAt: z.string().nullable(),
  error: z.string().nullable(),
  fileCount: z.number(),
  bytes: z.number(),
  heldCount: z.number(),
});
const ruleColumns = `id, draft, created_at AS createdAt, last_ran_at AS lastRanAt, error,
  (SELECT count(*) FROM rule_file f WHERE f.rule_id = rule.id AND state IN ('fetching', 'fetched', 'failed')) AS fileCount,
  (SELECT coalesce(sum(size_bytes), 0) FROM rule_file f WHERE f.rule_id = rule.id AND state IN ('fetching', 'fetched', 'failed')) AS bytes,
  (SELECT count(*) FROM rule_file f WHERE f.rule_id = rule.id AND state = 'planned'
     AND NOT EXISTS (SELECT 1 FROM rule_file o WHERE o.file_id = f.file_id AND o.state IN ('fetching', 'failed'))) AS heldCount`;

const fileRowSchema = z.object({
  ruleId: ruleIdSchema,
  fileId: libraryFileIdSchema,
  state: ruleFileStateSchema,
  sizeBytes: z.number().nullable(),
  at: z.string(),
});
export type RuleFileRow = z.infer<typeof fileRowSchema>;
const fileColumns = 'rule_id AS ruleId, file_id AS fileId, state, size_bytes AS sizeBytes, at';

/** Rules, the captures they have looked at and the files they asked for. */
export function createRulesTable({ store, now }: { store: Store; now: () => Date }) {
  const read = ({ draft, error, ...row }: z.infer<typeof ruleRowSchema>): Rule => ({
    ...ruleDraftSchema.parse(JSON.parse(draft)),
    ...row,
    error: error === null ? null : storedErrorSchema.parse(JSON.parse(error)),
  });
  return {
    transaction: store.transaction,
    get(id: RuleId): Rule | null {
      const row = store.get(ruleRowSchema, `SELECT ${ruleColumns} FROM rule WHERE id = :id`, { id });
      return row ? read(row) : null;
    },
    all: () =>
      store
        .all(ruleRowSchema, `SELECT ${ruleColumns} FROM rule ORDER BY created_at, id LIMIT 1000`)
        .map(read),
    put(id: RuleId, draft: RuleDraft) {
      store.run(
        `INSERT INTO rule (id, draft, created_at) VALUES (:id, :draft, :at)
         ON CONFLICT DO UPDATE SET draft = :draft, error = NULL`,
        { id, draft: JSON.stringify(draft), at: now().toISOString() },
      );
    },
    remove(id: RuleId) {
      store.transaction(() => {
        store.run('DELETE FROM rule_file WHERE rule_id = :id', { id });
        store.run('DELETE FROM rule_capture WHERE rule_id = :id', { id });
        store.run('DELETE FROM rule WHERE id = :id', { id });
      });
    },
    ran(id: RuleId, error: StoredError | null) {
      store.run('UPDATE rule SET last_ran_at = :at, error = :error WHERE id = :id', {
        id,
        at: now().toISOString(),
        error: error === null ? null : JSON.stringify(error),
      });
    },
    /** Those of the captures that the rule has not looked at. */
    unseen(id: RuleId, captureIds: readonly CaptureId[]): CaptureId[] {
      const seen = new Set(
        store
          .all(
            captureIdRow,
            `SELECT capture_id AS captureId FROM rule_capture
             WHERE rule_id = :id AND capture_id IN (SELECT value FROM json_each(:ids))`,
            { id, ids: JSON.stringify(captureIds) },
          )
          .map(({ captureId }) => captureId),
      );
      return captureIds.filter((captureId) => !seen.has(captureId));
    },
    markSeen(id: RuleId, captureIds: readonly CaptureId[]) {
      store.run(
        'INSERT OR IGNORE INTO rule_capture (rule_id, capture_id) SELECT :id, value FROM json_each(:ids)',
        { id, ids: JSON.stringify(captureIds) },
      );
    },
    forgetSeen(id: RuleId) {
      store.run('DELETE FROM rule_capture WHERE rule_id = :id', { id });
    },
    /** Which of several rules brings a file is decided when it is put into the line. */
    plan(id: RuleId, fileIds: readonly LibraryFileId[]) {
      store.run(
        `INSERT OR IGNORE INTO rule_file (rule_id, file_id, state, at)
         SELECT :id, value, 'planned', :at FROM json_each(:ids)`,
        { id, ids: JSON.stringify(fileIds), at: now().toISOString() },
      );
    },
    /** The next ones in the order they were found. */
    planned: (id: RuleId, limit: number): RuleFileRow[] =>
      store.all(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE rule_id = :id AND state = 'planned' ORDER BY rule_file.id LIMIT :limit`,
        { id, limit },
      ),
    /** Files in the line, and those in it whose size is not known yet. */
    open(id: RuleId): { files: number; unsized: number } {
      return (
        store.get(
          filesUnsizedRow,
          `SELECT count(*) AS files, count(*) - count(size_bytes) AS unsized
           FROM rule_file WHERE rule_id = :id AND state = 'fetching'`,
          { id },
        ) ?? { files: 0, unsized: 0 }
      );
    },
    /** Rows of all rules for these files. */
    ofFiles: (fileIds: readonly LibraryFileId[]): RuleFileRow[] =>
      store.all(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE file_id IN (SELECT value FROM json_each(:ids))`,
        { ids: JSON.stringify(fileIds) },
      ),
    /** What was on its way when Nadir was last closed. */
    unfinished: (): RuleFileRow[] =>
      store.all(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE state IN ('fetching', 'failed') ORDER BY rule_file.id LIMIT 20000`,
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
      const total = store.get(countRow, 'SELECT count(*) AS n FROM rule_file WHERE rule_id = :id', { id })?.n;
      const rows = store.all(
        fileRowSchema,
        `SELECT ${fileColumns} FROM rule_file WHERE rule_id = :id ORDER BY rule_file.id DESC LIMIT :limit OFFSET :offset`,
        { id, limit, offset },
      );
      return { total: total ?? 0, rows };
    },
  };
}

export type RulesTable = ReturnType<typeof createRulesTable>;
