import { z } from 'zod';
import { placeIdSchema, placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  type PlaceStep,
  type PlaceStepKind,
  placeStepKindSchema,
} from '../../../src-preload/contract/place-steps.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import type { StepOperation, Swapped } from './step-operations.ts';

/**
 * The state of a step. `applying`, `undoing` and `redoing` remain if a step is interrupted; `dropped` steps cannot be undone any more,
 * and their entries are deleted some at a time.
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
/** A stored step. `swapped` counts the entries that an undo, or doing again, has exchanged so far. */
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
/** An entry of a step: the other side of its change, and the hash of this side. */
export type StepEntry = z.infer<typeof entryRow>;

const stateRow = z.object({ stepId: z.number(), bytes: z.number() });

const columns = `step_id AS stepId, kind, state, entries, swapped, places, bytes, name, made_at AS at, made_by AS "by"`;
const sizeOf = (image: string | null) => image?.length ?? 0;

/** Returns a step as the page shows it. */
export const shownStep = ({ stepId, kind, places, name, at, by }: StoredStep): PlaceStep => ({
  stepId,
  kind,
  count: places,
  at,
  by,
  name: places > 1 && !kind.startsWith('list-') ? '' : name,
});

/** Creates the tables of steps. Nothing here decides when a step is made, undone or dropped. */
export function createStepTable({ store }: { store: Store }) {
  const firstStep = (condition: string, params = {}): StoredStep | null =>
    readableRows(store, stepRow, `SELECT ${columns} FROM place_step WHERE ${condition} LIMIT 1`, params)
      .rows[0] ?? null;

  return {
    /** Stores a new step that is being applied; returns its id. */
    insert(kind: PlaceStepKind, name: string, { at, by }: { at: string; by: string }): number {
      return store.run(
        `INSERT INTO place_step (position, kind, state, entries, swapped, places, bytes, name, made_at, made_by)
         VALUES (0, :kind, 'applying', 0, 0, 0, 0, :name, :at, :by)`,
        { kind, name, at, by },
      ).lastInsertRowid;
    },
    get: (stepId: number): StoredStep | null => firstStep('step_id = :stepId', { stepId }),
    /** Returns the step that would be undone next; null if there is none. */
    lastDone: () => firstStep(`state = 'done' ORDER BY position DESC`),
    /** Returns the step that would be done again next; null if there is none. */
    firstUndone: () => firstStep(`state = 'undone' ORDER BY position`),
    /** Returns the steps that were interrupted or are open, newest first. */
    interrupted: (): StoredStep[] =>
      readableRows(
        store,
        stepRow,
        `SELECT ${columns} FROM place_step WHERE state IN ('applying', 'undoing', 'redoing') ORDER BY step_id DESC`,
      ).rows,

    /** Adds an entry at the end of a step; returns the step with its new counts, which are not stored yet. */
    add(step: StoredStep, { subject, key }: StepOperation, { image, present, name }: Swapped): StoredStep {
      store.run('INSERT INTO place_step_entry VALUES (:stepId, :ordinal, :subject, :key, :image, :present)', {
        stepId: step.stepId,
        ordinal: step.entries,
        subject,
        key,
        image,
        present,
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
    update({ stepId, state, entries, swapped, places, bytes, name }: StoredStep) {
      store.run(
        `UPDATE place_step SET state = :state, entries = :entries, swapped = :swapped, places = :places, bytes = :bytes,
           name = :name WHERE step_id = :stepId`,
        { stepId, state, entries, swapped, places, bytes, name },
      );
    },
    /** Stores a step as the last one that was done. The steps that were undone are dropped. */
    markDone(stepId: number) {
      store.run(`UPDATE place_step SET state = 'dropped' WHERE state = 'undone'`);
      store.run(
        `UPDATE place_step SET state = 'done', position = (SELECT max(position) FROM place_step) + 1 WHERE step_id = :stepId`,
        { stepId },
      );
    },
    /** Drops the oldest steps until these bounds are kept; the last step is never dropped. */
    dropOldest({ steps, bytes }: { steps: number; bytes: number }) {
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
    hasDropped: (): boolean => firstStep(`state = 'dropped'`) !== null,
    /** Deletes some entries of dropped steps, or the dropped steps if no entries are left; returns false in that case. */
    deleteSome(max: number): boolean {
      const { changes } = store.run(
        `DELETE FROM place_step_entry WHERE rowid IN (SELECT entry.rowid FROM place_step
           JOIN place_step_entry entry USING (step_id) WHERE state = 'dropped' LIMIT :max)`,
        { max },
      );
      if (changes > 0) return true;
      store.run(`DELETE FROM place_step WHERE state = 'dropped'`);
      return false;
    },
  };
}

/** The tables of steps. */
export type StepTable = ReturnType<typeof createStepTable>;
