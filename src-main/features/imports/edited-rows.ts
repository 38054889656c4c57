import { z } from 'zod';
import { type ImportEdit, importEdits } from '../../../src-preload/contract/scene-imports.ts';
import { jsonColumn } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { type Entered, enteredSchema } from './entered-plan.ts';
import { planSchema } from './import-plan.ts';
import type { LinkKeys } from './link-keys.ts';

const editableSchema = z.object({
  seq: z.number(),
  position: z.number(),
  isWanted: z.number().transform((value) => value === 1),
  plan: jsonColumn.pipe(planSchema),
  entered: jsonColumn.pipe(enteredSchema).nullable(),
});
const seqRow = z.object({ seq: z.number() });
const stepRow = z.object({ step: z.number(), kind: z.enum(importEdits) });
const numberRow = z.object({ n: z.number().nullable() });

/** A scene of a ready import, as a person changes it. */
export interface EditableRow extends Omit<z.infer<typeof editableSchema>, 'entered'> {
  entered: Entered;
}

const ofSeqs = `import_id = :importId AND outcome IN ('new', 'adds') AND seq IN (SELECT value FROM json_each(:seqs))`;

/**
 * Creates the records of what a person changes of the scenes that an import has found. Each change is a step, and the last one can be taken
 * back: rows that were joined or split stay, hidden by the outcome `replaced`, until the import starts.
 */
export function createEditedRows({ store, linkKeys }: { store: Store; linkKeys: LinkKeys }) {
  const latest = (importId: number) =>
    store.get(
      stepRow,
      'SELECT step, kind FROM scene_import_step WHERE import_id = :importId ORDER BY step DESC LIMIT 1',
      { importId },
    ) ?? null;

  return {
    /** Returns those of these rows that can be changed, in the order of the list. */
    editable: (importId: number, seqs: readonly number[]): EditableRow[] =>
      store
        .all(
          editableSchema,
          `SELECT seq, coalesce(position, seq) AS position, is_wanted AS isWanted, plan, entered FROM scene_import_row
           WHERE ${ofSeqs} ORDER BY coalesce(position, seq), seq`,
          { importId, seqs: JSON.stringify(seqs) },
        )
        .map(({ entered, ...row }) => ({
          ...row,
          plan: linkKeys.withKeys(importId, row.seq, row.plan),
          entered: entered ?? [],
        })),
    /** Returns the rows of scenes that can be imported, in the order of the list. */
    plannedSeqs: (importId: number): number[] =>
      store
        .all(
          seqRow,
          `SELECT seq FROM scene_import_row WHERE import_id = :importId AND outcome IN ('new', 'adds')
           ORDER BY coalesce(position, seq), seq`,
          { importId },
        )
        .map(({ seq }) => seq),
    /** Begins a step; returns its number. */
    beginStep(importId: number, kind: ImportEdit): number {
      const step = (latest(importId)?.step ?? 0) + 1;
      store.run('INSERT INTO scene_import_step (import_id, step, kind) VALUES (:importId, :step, :kind)', {
        importId,
        step,
        kind,
      });
      return step;
    },
    /** Returns the kind of the last step; null if there is none. */
    lastEdit: (importId: number): ImportEdit | null => latest(importId)?.kind ?? null,
    /** Returns a number that no row has. */
    nextSeq(importId: number): number {
      const found = store.get(
        numberRow,
        'SELECT max(seq) AS n FROM scene_import_row WHERE import_id = :importId',
        { importId },
      );
      return (found?.n ?? 0) + 1;
    },
    /** Hides rows in whose place others come. */
    replace(importId: number, seqs: readonly number[], step: number) {
      store.run(
        `UPDATE scene_import_row SET former_outcome = outcome, outcome = 'replaced', replaced_by = :step WHERE ${ofSeqs}`,
        { importId, seqs: JSON.stringify(seqs), step },
      );
    },
    /** Stores of an added row which step made it, where it stands in the list, and what a person has said of its scene. */
    noteMade(
      importId: number,
      seq: number,
      { step, position, entered }: { step: number; position: number; entered: Entered },
    ) {
      store.run(
        `UPDATE scene_import_row SET made_by = :step, position = :position, entered = :entered
         WHERE import_id = :importId AND seq = :seq`,
        { importId, seq, step, position, entered: entered.length === 0 ? null : JSON.stringify(entered) },
      );
    },
    /** Stores what a person says of scenes without a service; returns the number of these scenes. */
    enter: (importId: number, seqs: readonly number[], entry: Entered[number]): number =>
      store.run(
        `UPDATE scene_import_row SET entered = json_insert(coalesce(entered, '[]'), '$[#]', json(:entry))
         WHERE ${ofSeqs} AND plan ->> '$.connectionId' = 'imported'`,
        { importId, seqs: JSON.stringify(seqs), entry: JSON.stringify(entry) },
      ).changes,
    /** Takes back the last step. */
    undoStep(importId: number) {
      const last = latest(importId);
      if (last === null) return;
      const { step } = last;
      const made = store.all(
        seqRow,
        'SELECT seq FROM scene_import_row WHERE import_id = :importId AND made_by = :step',
        { importId, step },
      );
      for (const { seq } of made) linkKeys.forget(importId, seq);
      store.run('DELETE FROM scene_import_row WHERE import_id = :importId AND made_by = :step', {
        importId,
        step,
      });
      store.run(
        `UPDATE scene_import_row SET outcome = former_outcome, former_outcome = NULL, replaced_by = NULL
         WHERE import_id = :importId AND replaced_by = :step`,
        { importId, step },
      );
      store.run(
        `UPDATE scene_import_row SET entered = (SELECT json_group_array(json(value)) FROM json_each(entered)
           WHERE value ->> '$.step' <> :step)
         WHERE import_id = :importId AND entered IS NOT NULL`,
        { importId, step },
      );
      store.run('DELETE FROM scene_import_step WHERE import_id = :importId AND step = :step', {
        importId,
        step,
      });
    },
    /** Forgets the steps when the import starts: from then on the rows are what is imported. */
    endEdits(importId: number) {
      store.run('DELETE FROM scene_import_step WHERE import_id = :importId', { importId });
      store.run(`DELETE FROM scene_import_row WHERE import_id = :importId AND outcome = 'replaced'`, {
        importId,
      });
    },
  };
}
