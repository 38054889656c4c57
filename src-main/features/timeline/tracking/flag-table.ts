import { z } from 'zod';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { type Flag, flagKindSchema, type Subject } from '../../../../src-preload/contract/tracking.ts';
import { inScope, scopeParams } from '../../../core/scope.ts';
import { jsonColumn, readableRows } from '../../../store/readable-rows.ts';
import type { Store } from '../../../store/store.ts';
import { subjectId, subjectOf } from './subjects.ts';

const idRow = z.object({ id: z.string() });
const kindIdDataRow = z.object({ kind: z.string(), id: z.string(), data: z.string() });

const rowSchema = z.object({
  kind: z.string(),
  id: z.string(),
  flag: flagKindSchema,
  data: jsonColumn.pipe(z.record(z.string(), z.union([z.string(), z.number()]))),
  raisedAt: z.string(),
});
const columns = 'kind, subject_id AS id, flag, data, raised_at AS raisedAt';

/** The result of a check: a subject that needs attention, and the values for the text of its flag. */
export interface Issue {
  subject: Subject;
  flag: Flag['flag'];
  text: Flag['text'];
}

const toFlag = ({ kind, id, flag, data, raisedAt }: z.infer<typeof rowSchema>): Flag[] => {
  const subject = subjectOf(kind, id);
  return subject ? [{ subject, flag, text: data, raisedAt }] : [];
};

/** Creates the table of flags: which are raised, and which the user has dismissed. */
export function createFlagTable({ store, now }: { store: Store; now: () => Date }) {
  const at = (scope: Scope, { subject, flag }: Pick<Issue, 'subject' | 'flag'>) => ({
    ...scopeParams(scope),
    kind: subject.kind,
    id: subjectId(subject),
    flag,
  });
  const same = `${inScope} AND kind = :kind AND subject_id = :id AND flag = :flag`;
  return {
    /** Returns the raised flags, the latest first. */
    list: (scope: Scope, limit: number): Flag[] =>
      readableRows(
        store,
        rowSchema,
        `SELECT ${columns} FROM flag WHERE ${inScope} AND dismissed_at IS NULL
         ORDER BY raised_at DESC, kind, subject_id LIMIT :limit`,
        { ...scopeParams(scope), limit },
      ).rows.flatMap(toFlag),
    /** Returns the raised flags of a subject. */
    ofSubject: (scope: Scope, subject: Subject): Flag[] =>
      readableRows(
        store,
        rowSchema,
        `SELECT ${columns} FROM flag WHERE ${inScope} AND kind = :kind AND subject_id = :id AND dismissed_at IS NULL`,
        { ...scopeParams(scope), kind: subject.kind, id: subjectId(subject) },
      ).rows.flatMap(toFlag),
    /** Returns the scenes with a flag, of all connections. */
    sceneIds: (): string[] =>
      store
        .all(
          idRow,
          `SELECT DISTINCT subject_id AS id FROM flag WHERE kind = 'scene' AND dismissed_at IS NULL LIMIT 5000`,
        )
        .map(({ id }) => id),
    /** Returns the subjects of one kind with a flag, for the filter of a list. */
    ids: (scope: Scope, kind: Subject['kind']): string[] =>
      store
        .all(
          idRow,
          `SELECT DISTINCT subject_id AS id FROM flag WHERE ${inScope} AND kind = :kind AND dismissed_at IS NULL LIMIT 5000`,
          { ...scopeParams(scope), kind },
        )
        .map(({ id }) => id),
    /** Dismisses a flag for the user; returns whether it was raised. */
    dismiss: (scope: Scope, issue: Pick<Issue, 'subject' | 'flag'>): boolean =>
      store.run(`UPDATE flag SET dismissed_at = :now WHERE ${same} AND dismissed_at IS NULL`, {
        ...at(scope, issue),
        now: now().toISOString(),
      }).changes > 0,
    /** Replaces the flags of this name by those of the issues; returns the ones that are new, and whether anything changed. */
    replace(scope: Scope, flag: Flag['flag'], issues: readonly Issue[]) {
      const wanted = new Map(
        issues.map((issue) => [`${issue.subject.kind} ${subjectId(issue.subject)}`, issue]),
      );
      const stored = store.all(
        kindIdDataRow,
        `SELECT kind, subject_id AS id, data FROM flag WHERE ${inScope} AND flag = :flag`,
        { ...scopeParams(scope), flag },
      );
      let isChanged = false;
      store.transaction(() => {
        for (const { kind, id, data } of stored) {
          const still = wanted.get(`${kind} ${id}`);
          wanted.delete(`${kind} ${id}`);
          const key = { ...scopeParams(scope), kind, id, flag };
          if (!still) store.run(`DELETE FROM flag WHERE ${same}`, key);
          else if (JSON.stringify(still.text) !== data)
            store.run(`UPDATE flag SET data = :data WHERE ${same}`, {
              ...key,
              data: JSON.stringify(still.text),
            });
          else continue;
          isChanged = true;
        }
        for (const issue of wanted.values())
          store.run(
            `INSERT INTO flag (connection_id, contract_id, kind, subject_id, flag, data, raised_at)
             VALUES (:connectionId, :contractId, :kind, :id, :flag, :data, :now)`,
            { ...at(scope, issue), data: JSON.stringify(issue.text), now: now().toISOString() },
          );
      });
      return { raised: [...wanted.values()], isChanged: isChanged || wanted.size > 0 };
    },
  };
}

/** What `createFlagTable` returns. */
export type FlagTable = ReturnType<typeof createFlagTable>;
