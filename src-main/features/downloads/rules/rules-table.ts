import { z } from 'zod';
import { type StoredError, storedErrorSchema } from '../../../../src-preload/contract/errors.ts';
import { type CaptureId, type RuleId, ruleIdSchema } from '../../../../src-preload/contract/ids.ts';
import { type Rule, type RuleDraft, ruleDraftSchema } from '../../../../src-preload/contract/rules.ts';
import type { Migration, Store } from '../../../store/store.ts';
import { createRuleFiles } from './rule-files.ts';

const captureIdSchema = z.object({ captureId: z.string() });

/**
 * `draft` is what the person set, as JSON. `rule_capture` lists the captures that a rule has seen. `rule_file` lists the files
 * that it planned from them, once for each rule and file, so that nothing is ever fetched twice.
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
  {
    // Adds how many scenes of a capture were beyond the limits of the rule.
    domain: 'rules',
    version: 2,
    sql: `ALTER TABLE rule_capture ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;`,
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
  withheldCount: z.number(),
  queuedCount: z.number(),
  leftOutCount: z.number(),
});
const ruleColumns = `id, draft, created_at AS createdAt, last_ran_at AS lastRanAt, error,
  (SELECT count(*) FROM rule_file f WHERE f.rule_id = rule.id AND state IN ('fetching', 'fetched', 'failed')) AS fileCount,
  (SELECT coalesce(sum(size_bytes), 0) FROM rule_file f WHERE f.rule_id = rule.id AND state IN ('fetching', 'fetched', 'failed')) AS bytes,
  (SELECT count(*) FROM rule_file f WHERE f.rule_id = rule.id AND state = 'planned'
     AND NOT EXISTS (SELECT 1 FROM rule_file o WHERE o.file_id = f.file_id AND o.state IN ('fetching', 'failed'))) AS withheldCount,
  (SELECT count(*) FROM rule_file f WHERE f.rule_id = rule.id AND state IN ('fetching', 'failed')) AS queuedCount,
  (SELECT coalesce(sum(left_out), 0) FROM rule_capture c WHERE c.rule_id = rule.id) AS leftOutCount`;

/** Creates the table of the rules that people have set, with the result of their last runs. */
function createRuleRows(store: Store, now: () => Date) {
  const read = ({ draft, error, ...row }: z.infer<typeof ruleRowSchema>): Rule => ({
    ...ruleDraftSchema.parse(JSON.parse(draft)),
    ...row,
    error: error === null ? null : storedErrorSchema.parse(JSON.parse(error)),
  });
  return {
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
  };
}

/** Creates the table of the captures that rules have seen. */
function createSeenCaptures(store: Store) {
  return {
    /** Returns the captures among these that the rule has not seen. */
    unseen(id: RuleId, captureIds: readonly CaptureId[]): CaptureId[] {
      const rows = store.all(
        captureIdSchema,
        `SELECT capture_id AS captureId FROM rule_capture
         WHERE rule_id = :id AND capture_id IN (SELECT value FROM json_each(:ids))`,
        { id, ids: JSON.stringify(captureIds) },
      );
      const seen = new Set(rows.map(({ captureId }) => captureId));
      return captureIds.filter((captureId) => !seen.has(captureId));
    },
    /** `leftOut` is the number of scenes of each of them that were beyond the limits of the rule. */
    markSeen(id: RuleId, captureIds: readonly CaptureId[], leftOut = 0) {
      store.run(
        'INSERT OR IGNORE INTO rule_capture (rule_id, capture_id, left_out) SELECT :id, value, :leftOut FROM json_each(:ids)',
        { id, ids: JSON.stringify(captureIds), leftOut },
      );
    },
    forgetSeen(id: RuleId) {
      store.run('DELETE FROM rule_capture WHERE rule_id = :id', { id });
    },
  };
}

/** Creates the tables of rules, of the captures that they have seen, and of the files that they asked for. */
export function createRulesTable({ store, now }: { store: Store; now: () => Date }) {
  return {
    transaction: store.transaction,
    ...createRuleRows(store, now),
    ...createSeenCaptures(store),
    ...createRuleFiles(store, now),
  };
}

/** Reads and writes rules, the captures they have checked, and their files. */
export type RulesTable = ReturnType<typeof createRulesTable>;
