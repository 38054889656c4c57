import { z } from 'zod';
import type { ImportProblem } from '../../../src-preload/contract/scene-imports.ts';
import { jsonColumn } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { enteredSchema, withEnteredPlan } from './entered-plan.ts';
import { type ImportPlan, type PlacedFile, placedSchema, planSchema } from './import-plan.ts';
import type { LinkKeys } from './link-keys.ts';

const plannedSchema = z.object({
  seq: z.number(),
  label: z.string(),
  bytes: z.number(),
  fingerprint: z.string().nullable(),
  plan: jsonColumn.pipe(planSchema),
  entered: jsonColumn.pipe(enteredSchema).nullable(),
  folder: z.string().nullable(),
  placed: jsonColumn.pipe(placedSchema).nullable(),
});
const planRow = z.object({ importId: z.number(), seq: z.number(), plan: jsonColumn.pipe(planSchema) });

/** A scene that is to be imported. `folder` and `placed` are set if its files may be in the library already. */
export type PlannedRow = Omit<z.infer<typeof plannedSchema>, 'entered'>;

const columns = 'seq, label, bytes, fingerprint, plan, entered, folder, placed';

/** Creates the records of scenes that are to be imported: their plans, and the outcomes. */
export function createPlannedScenes({ store, linkKeys }: { store: Store; linkKeys: LinkKeys }) {
  return {
    /** Returns the next scene to be imported, without those of `passedOver`; null if there is none. */
    next(importId: number, passedOver: readonly number[] = []): PlannedRow | null {
      const row = store.get(
        plannedSchema,
        `SELECT ${columns} FROM scene_import_row
         WHERE import_id = :importId AND outcome IN ('new', 'adds') AND is_wanted = 1
           AND seq NOT IN (SELECT value FROM json_each(:passedOver))
         ORDER BY coalesce(position, seq), seq LIMIT 1`,
        { importId, passedOver: JSON.stringify(passedOver) },
      );
      if (row === undefined) return null;
      const { entered, ...planned } = row;
      const plan = withEnteredPlan(row.plan, entered ?? []);
      return { ...planned, plan: linkKeys.withKeys(importId, row.seq, plan) };
    },
    /** Returns the scenes whose files may be in the library although the library has no record of them. */
    placedOnly: (importId: number): PlannedRow[] =>
      store.all(
        plannedSchema,
        `SELECT ${columns} FROM scene_import_row
         WHERE import_id = :importId AND outcome IN ('new', 'adds') AND folder IS NOT NULL ORDER BY seq`,
        { importId },
      ),
    /** Stores where files are about to be placed, or null that they are not in the library. */
    notePlace(
      importId: number,
      seq: number,
      place: { folder: string; placed: readonly PlacedFile[] } | null,
    ) {
      store.run(
        'UPDATE scene_import_row SET folder = :folder, placed = :placed WHERE import_id = :importId AND seq = :seq',
        {
          importId,
          seq,
          folder: place?.folder ?? null,
          placed: place === null ? null : JSON.stringify(place.placed),
        },
      );
    },
    /** Replaces the plan of a scene, after the library got files of it or another scene of its name. */
    replan(importId: number, seq: number, { label, plan }: { label: string; plan: ImportPlan }) {
      store.run(
        'UPDATE scene_import_row SET label = :label, plan = :plan WHERE import_id = :importId AND seq = :seq',
        { importId, seq, label, plan: linkKeys.toStoredText(importId, seq, plan) },
      );
    },
    /** Stores that the library has had all files of a scene since it was found. */
    markThere(importId: number, seq: number, detail: string) {
      linkKeys.forget(importId, seq);
      store.run(
        `UPDATE scene_import_row SET outcome = 'there', detail = :detail, plan = NULL WHERE import_id = :importId AND seq = :seq`,
        { importId, seq, detail },
      );
    },
    /** Stores that a scene was imported as this scene of the library. */
    markImported(importId: number, seq: number, sceneRow: number) {
      linkKeys.forget(importId, seq);
      store.run(
        `UPDATE scene_import_row SET outcome = 'imported', plan = NULL, scene_row = :sceneRow
         WHERE import_id = :importId AND seq = :seq`,
        { importId, seq, sceneRow },
      );
    },
    /** Stores why a scene was not imported. */
    markFailed(
      importId: number,
      seq: number,
      { problem, detail }: { problem: ImportProblem; detail: string },
    ) {
      linkKeys.forget(importId, seq);
      store.run(
        `UPDATE scene_import_row SET outcome = 'failed', plan = NULL, folder = NULL, placed = NULL, problem = :problem,
           detail = :detail WHERE import_id = :importId AND seq = :seq`,
        { importId, seq, problem, detail: detail.slice(0, 300) },
      );
    },
    /** Removes the keys of links that an earlier version of Nadir stored; this session still uses them. */
    dropKeys() {
      const rows = store.all(
        planRow,
        `SELECT import_id AS importId, seq, plan FROM scene_import_row WHERE plan LIKE '%"isRemote":true%' AND plan NOT LIKE '%"lacksKey":true%'`,
      );
      for (const { importId, seq, plan } of rows)
        store.run('UPDATE scene_import_row SET plan = :plan WHERE import_id = :importId AND seq = :seq', {
          importId,
          seq,
          plan: linkKeys.toStoredText(importId, seq, plan),
        });
    },
  };
}
