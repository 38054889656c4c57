import { z } from 'zod';
import { placeIdSchema, placeListIdSchema } from '../../src-preload/contract/ids.ts';
import {
  type PlaceStep,
  type PlaceStepKind,
  placeStepKindSchema,
} from '../../src-preload/contract/place-steps.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import type { StepOperation, Swapped } from './step-operations.ts';

/**
 * `applying`, `undoing` and `redoing` are left by whoever was interrupted; `dropped` steps cannot be undone any more, and their
 * entries are deleted little by little.
 */
export type StepState = 'applying' | 'done' | 'undoing' | 'undone' | 'redoing' | 'dropped';

const stepRow = z.object({
  stepId: z.number(),
  kind: placeStepKindSchema,
  state: z.enum(['applying', 'done', 'undoing', 'undone', 'redoing', 'dropped']),
  entries: z.number(),
  swapped: z.number(),
  places: z.number(),
  bytes: z.number(),
  name: z.string(),
  at: z.string(),
  by: z.string(),
});
/** A step as it is stored. `swapped` counts the entries that an undo, or doing again, has gone through. */
export type StoredStep = z.infer<typeof stepRow>;

const entryRow = z.discriminatedUnion('subject', [
  z.object({
    subject: z.literal('place'),
    key: placeIdSchema,
    image: z.string().nullable(),
    present: z.string().nullable(),
  }),
  z.object({
    subject: z.literal('list'),
    key: placeListIdSchema,
    image: z.string().nullable(),
    present: z.string().nullable(),
  }),
]);
/** An entry of a step: the other side of a change, and the hash of this side. */
export type StepEntry = z.infer<typeof entryRow>;

const stateRow = z.object({ stepId: z.number(), bytes: z.number() });

const columns = `step_id AS stepId, kind, state, entries, swapped, places, bytes, name, made_at AS at, made_by AS "by"`;
const sizeOf = (image: string | null) => image?.length ?? 0;

/** Returns what a step is told as. */
export const shownStep = ({ stepId, kind, places, name, at, by }: StoredStep): PlaceStep => ({
  ...{ stepId, kind, count: places, at, by },
  name: places > 1 && !kind.startsWith('list-') ? '' : name,
});

/** Creates the tables of steps. Nothing here decides when a step is made, undone or dropped. */
export function createStepTable({ store }: { store: Store }) {
  const one = (condition: string, params = {}): StoredStep | null =>
    readableRows(store, stepRow, `SELECT ${columns} FROM place_step WHERE ${condition} LIMIT 1`, params)
      .rows[0] ?? null;

  return {
    /** Creates a step that is being applied, and returns its id. */
    open(kind: PlaceStepKind, name: string, { at, by }: { at: string; by: string }): number {
      return store.run(
        `INSERT INTO place_step (position, kind, state, entries, swapped, places, bytes, name, made_at, made_by)
         VALUES (0, :kind, 'applying', 0, 0, 0, 0, :name, :at, :by)`,
        { kind, name, at, by },
      ).lastInsertRowid;
    },
    get: (stepId: number): StoredStep | null => one('step_id = :stepId', { stepId }),
    /** Returns the step that was done last, and the one that was undone last. */
    lastDone: () => one(`state = 'done' ORDER BY position DESC`),
    firstUndone: () => one(`state = 'undone' ORDER BY position`),
    /** Returns steps that were interrupted, the last one first. */
    interrupted: (): StoredStep[] =>
      readableRows(
        store,
        stepRow,
        `SELECT ${columns} FROM place_step WHERE state IN ('applying', 'undoing', 'redoing') ORDER BY step_id DESC`,
      ).rows,

    /** Adds an entry at the end of a step. */
    add(step: StoredStep, { subject, key }: StepOperation, { image, present, name }: Swapped): StoredStep {
      store.run('INSERT INTO place_step_entry VALUES (:stepId, :ordinal, :subject, :key, :image, :present)', {
        ...{ stepId: step.stepId, ordinal: step.entries, subject, key, image, present },
      });
      return {
        ...step,
        entries: step.entries + 1,
        places: step.places + (subject === 'place' ? 1 : 0),
        bytes: step.bytes + sizeOf(image),
        name: step.name === '' ? name : step.name,
      };
    },
    entry: (stepId: number, ordinal: number): StepEntry | undefined =>
      store.get(
        entryRow,
        `SELECT subject, key, image, present FROM place_step_entry WHERE step_id = :stepId AND ordinal = :ordinal`,
        { stepId, ordinal },
      ),
    setEntry(stepId: number, ordinal: number, { image, present }: Pick<Swapped, 'image' | 'present'>) {
      store.run(
        'UPDATE place_step_entry SET image = :image, present = :present WHERE step_id = :stepId AND ordinal = :ordinal',
        { stepId, ordinal, image, present },
      );
    },
    /** Stores the counts and the state of a step. */
    put({ stepId, state, entries, swapped, places, bytes, name }: StoredStep) {
      store.run(
        `UPDATE place_step SET state = :state, entries = :entries, swapped = :swapped, places = :places, bytes = :bytes,
           name = :name WHERE step_id = :stepId`,
        { stepId, state, entries, swapped, places, bytes, name },
      );
    },
    /** Makes a step the last one that was done. Those that were undone cannot be done again after it. */
    makeLast(stepId: number) {
      store.run(`UPDATE place_step SET state = 'dropped' WHERE state = 'undone'`);
      store.run(
        `UPDATE place_step SET state = 'done', position = (SELECT max(position) FROM place_step) + 1 WHERE step_id = :stepId`,
        { stepId },
      );
    },
    /** Drops the oldest steps until no more than these are left; the last one always stays. */
    bound({ steps, bytes }: { steps: number; bytes: number }) {
      const done = store.all(
        stateRow,
        `SELECT step_id AS stepId, bytes FROM place_step WHERE state = 'done' ORDER BY position DESC`,
      );
      let sum = 0;
      for (const [i, step] of done.entries()) {
        sum += step.bytes;
        if (i > 0 && (i >= steps || sum > bytes))
          store.run(`UPDATE place_step SET state = 'dropped' WHERE step_id = :stepId`, {
            stepId: step.stepId,
          });
      }
    },
    drop: (stepId: number) =>
      void store.run(`UPDATE place_step SET state = 'dropped' WHERE step_id = :stepId`, { stepId }),
    hasDropped: (): boolean => one(`state = 'dropped'`) !== null,
    /** Deletes some entries of dropped steps, and the steps that have none left; returns false when nothing is left to do. */
    deleteSome(most: number): boolean {
      const { changes } = store.run(
        `DELETE FROM place_step_entry WHERE rowid IN (SELECT entry.rowid FROM place_step
           JOIN place_step_entry entry USING (step_id) WHERE state = 'dropped' LIMIT :most)`,
        { most },
      );
      if (changes > 0) return true;
      store.run(`DELETE FROM place_step WHERE state = 'dropped'`);
      return false;
    },
  };
}

/** The tables of steps. */
export type StepTable = ReturnType<typeof createStepTable>;
