import { z } from 'zod';
import { storedErrorSchema } from '../../src-preload/contract/errors.ts';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import {
  type ImportOutcome,
  type ImportProblem,
  importOutcomes,
  importProblems,
  importRowSchema,
  importTroubles,
  type SceneImport,
  sceneImportSchema,
} from '../../src-preload/contract/scene-imports.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import { storedRecord } from '../store/stored-json.ts';
import { type ImportPlan, type PlacedFile, placedSchema, planSchema } from './import-plan.ts';
import { createLinkKeys } from './link-keys.ts';

const json = <S extends z.ZodType>(schema: S) =>
  z.string().transform((text, context): z.infer<S> => {
    const read = schema.safeParse(storedRecord(`{"value":${text}}`).value);
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: 'damaged' });
    return z.NEVER;
  });

const counts = sceneImportSchema.shape.counts;
const importSchema = z.object({
  importId: z.number(),
  source: z.string(),
  origin: z.string(),
  state: sceneImportSchema.shape.state,
  trouble: z.enum(importTroubles).nullable().catch('failed'),
  error: json(storedErrorSchema).nullable(),
  startedAt: z.string(),
  entries: z.number(),
  counts: json(counts),
  hosts: json(z.array(z.string())),
  totalBytes: z.number(),
  doneBytes: z.number(),
});
const rowSchema = z.object({
  seq: z.number(),
  label: z.string(),
  outcome: z.enum(importOutcomes),
  problem: z.enum(importProblems).nullable().catch('invalid'),
  detail: z.string(),
  files: z.number(),
  bytes: z.number(),
  librarySceneId: librarySceneIdSchema.nullable(),
});
const plannedSchema = z.object({
  seq: z.number(),
  label: z.string(),
  bytes: z.number(),
  fingerprint: z.string().nullable(),
  plan: json(planSchema),
  folder: z.string().nullable(),
  placed: json(placedSchema).nullable(),
});
const keyedSchema = z.object({ importId: z.number(), seq: z.number(), plan: json(planSchema) });
const takenOverRow = z.object({ isRecorded: z.number().nullable() });
const importedSchema = z.object({
  seq: z.number(),
  label: z.string(),
  sceneRow: librarySceneIdSchema,
  folder: z.string(),
  placed: json(placedSchema),
});
const countRow = z.object({ n: z.number() });
const sameSchema = z.object({ fingerprint: z.string().nullable() });
const leftSchema = importedSchema
  .pick({ seq: true, folder: true, sceneRow: true })
  .extend({ importId: z.number() });

/** An import as it is stored. */
export interface StoredImport extends SceneImport {
  /** What the details of its scenes tell of where they came from. */
  origin: string;
}
/** A scene that is to be imported. `folder` and `placed` are set if its files may be in the library already. */
export type PlannedRow = z.infer<typeof plannedSchema>;
/** A scene that was imported, with where its files were put. */
export type ImportedRow = z.infer<typeof importedSchema>;

/** A row that is added while a source is read. */
export interface NewRow {
  label: string;
  outcome: ImportOutcome;
  problem: ImportProblem | null;
  detail: string;
  files: number;
  bytes: number;
  fingerprint: string | null;
  plan: ImportPlan | null;
}

const none: SceneImport['counts'] = {
  new: 0,
  adds: 0,
  there: 0,
  problem: 0,
  imported: 0,
  failed: 0,
  left: 0,
};
const importColumns = `id AS importId, source, origin, state, trouble, error, started_at AS startedAt, entries, counts, hosts,
  total_bytes AS totalBytes, done_bytes AS doneBytes`;
const mostListed = 20;

/** Creates the records of imports. They touch no file. */
export function createImportTable({ store, now }: { store: Store; now: () => Date }) {
  const linkKeys = createLinkKeys();
  const toStored = (importId: number, seq: number, plan: ImportPlan | null) =>
    plan === null ? null : JSON.stringify(linkKeys.withoutKeys(importId, seq, plan));
  return {
    begin({ source, origin }: { source: string; origin: string }): number {
      const { lastInsertRowid } = store.run(
        `INSERT INTO scene_import (source, origin, state, started_at, counts) VALUES (:source, :origin, 'reading', :at, :counts)`,
        {
          source: source.slice(0, 2_000),
          origin: origin.slice(0, 300),
          at: now().toISOString(),
          counts: JSON.stringify(none),
        },
      );
      return lastInsertRowid;
    },
    list: (): StoredImport[] =>
      readableRows(
        store,
        importSchema,
        `SELECT ${importColumns} FROM scene_import ORDER BY id DESC LIMIT ${mostListed}`,
      ).rows,
    get(importId: number): StoredImport | null {
      const row = store.get(importSchema, `SELECT ${importColumns} FROM scene_import WHERE id = :importId`, {
        importId,
      });
      return row ?? null;
    },
    /** Stores where an import is now. */
    put(each: StoredImport) {
      const { importId, state, trouble, error, entries, totalBytes, doneBytes } = each;
      store.run(
        `UPDATE scene_import SET state = :state, trouble = :trouble, error = :error, entries = :entries, counts = :counts,
           hosts = :hosts, total_bytes = :totalBytes, done_bytes = :doneBytes WHERE id = :importId`,
        {
          ...{ importId, state, trouble, entries, totalBytes, doneBytes },
          error: error === null ? null : JSON.stringify(error),
          counts: JSON.stringify(each.counts),
          hosts: JSON.stringify(each.hosts),
        },
      );
    },
    rename(importId: number, name: string) {
      store.run('UPDATE scene_import SET source = :name, origin = :name WHERE id = :importId', {
        importId,
        name,
      });
    },
    forget(importId: number) {
      linkKeys.forget(importId);
      store.run('DELETE FROM scene_import_row WHERE import_id = :importId', { importId });
      store.run('DELETE FROM scene_import WHERE id = :importId', { importId });
    },
    add(importId: number, seq: number, { plan, ...row }: NewRow) {
      store.run(
        `INSERT INTO scene_import_row (import_id, seq, label, outcome, problem, detail, files, bytes, fingerprint, plan)
         VALUES (:importId, :seq, :label, :outcome, :problem, :detail, :files, :bytes, :fingerprint, :plan)`,
        { ...row, importId, seq, plan: toStored(importId, seq, plan) },
      );
    },
    rows(importId: number, { offset, limit }: { offset: number; limit: number }) {
      const total = store.get(
        countRow,
        'SELECT count(*) AS n FROM scene_import_row WHERE import_id = :importId',
        {
          importId,
        },
      );
      const { rows } = readableRows(
        store,
        rowSchema,
        `SELECT seq, label, outcome, problem, detail, files, bytes, scene_row AS librarySceneId FROM scene_import_row
         WHERE import_id = :importId ORDER BY outcome IN ('problem', 'failed') DESC, seq LIMIT :limit OFFSET :offset`,
        { importId, offset, limit },
      );
      return { total: total?.n ?? 0, rows: rows.map((row) => importRowSchema.parse(row)) };
    },
    /** Returns the fingerprint of the scene of this name in an import; null if there is none. */
    sameName(importId: number, label: string): string | null {
      const found = store.get(
        sameSchema,
        `SELECT fingerprint FROM scene_import_row WHERE import_id = :importId AND label = :label AND outcome IN ('new', 'adds')`,
        { importId, label },
      );
      return found === undefined ? null : (found.fingerprint ?? '');
    },
    /** Returns the next scene to be imported; null at the end. */
    next(importId: number): PlannedRow | null {
      const row = store.get(
        plannedSchema,
        `SELECT seq, label, bytes, fingerprint, plan, folder, placed FROM scene_import_row
         WHERE import_id = :importId AND outcome IN ('new', 'adds') ORDER BY seq LIMIT 1`,
        { importId },
      );
      return row === undefined ? null : { ...row, plan: linkKeys.withKeys(importId, row.seq, row.plan) };
    },
    /** Removes the keys of links that an earlier version of Nadir has stored; this session goes on with them. */
    dropKeys() {
      const rows = store.all(
        keyedSchema,
        `SELECT import_id AS importId, seq, plan FROM scene_import_row WHERE plan LIKE '%"isRemote":true%' AND plan NOT LIKE '%"lacksKey":true%'`,
      );
      for (const { importId, seq, plan } of rows)
        store.run('UPDATE scene_import_row SET plan = :plan WHERE import_id = :importId AND seq = :seq', {
          ...{ importId, seq, plan: toStored(importId, seq, plan) },
        });
    },
    /** Returns the scenes whose files may be in the library without a record of them. */
    placedOnly: (importId: number): PlannedRow[] =>
      store.all(
        plannedSchema,
        `SELECT seq, label, bytes, fingerprint, plan, folder, placed FROM scene_import_row
         WHERE import_id = :importId AND outcome IN ('new', 'adds') AND folder IS NOT NULL ORDER BY seq`,
        { importId },
      ),
    /** Records where files are about to be, or null that they are not there. */
    notePlace(
      importId: number,
      seq: number,
      place: { folder: string; placed: readonly PlacedFile[] } | null,
    ) {
      store.run(
        'UPDATE scene_import_row SET folder = :folder, placed = :placed WHERE import_id = :importId AND seq = :seq',
        {
          ...{ importId, seq, folder: place?.folder ?? null },
          placed: place === null ? null : JSON.stringify(place.placed),
        },
      );
    },
    /** Stores what is imported of a scene of which the library has got files since it was found, or another one of its name. */
    replan(importId: number, seq: number, { label, plan }: Pick<NewRow, 'label' | 'plan'>) {
      store.run(
        'UPDATE scene_import_row SET label = :label, plan = :plan WHERE import_id = :importId AND seq = :seq',
        { importId, seq, label, plan: toStored(importId, seq, plan) },
      );
    },
    /** Records that the library has got all of a scene since it was found. */
    markThere(importId: number, seq: number, detail: string) {
      linkKeys.forget(importId, seq);
      store.run(
        `UPDATE scene_import_row SET outcome = 'there', detail = :detail, plan = NULL WHERE import_id = :importId AND seq = :seq`,
        { importId, seq, detail },
      );
    },
    markImported(importId: number, seq: number, sceneRow: number) {
      linkKeys.forget(importId, seq);
      store.run(
        `UPDATE scene_import_row SET outcome = 'imported', plan = NULL, scene_row = :sceneRow
         WHERE import_id = :importId AND seq = :seq`,
        { importId, seq, sceneRow },
      );
    },
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
    /** Returns the next scenes that were imported, from the last to the first. */
    imported: (importId: number, limit: number): ImportedRow[] =>
      store.all(
        importedSchema,
        `SELECT seq, label, scene_row AS sceneRow, folder, placed FROM scene_import_row
         WHERE import_id = :importId AND outcome = 'imported' ORDER BY seq DESC LIMIT :limit`,
        { importId, limit },
      ),
    /**
     * Says whether a later import has put the scene into the same folder, because its files were gone: what is there is that one's. Null
     * if none has; `placed` if that one has still to record it.
     */
    takenOver(importId: number, { label, folder }: Pick<ImportedRow, 'label' | 'folder'>) {
      const found = store.get(
        takenOverRow,
        `SELECT max(outcome = 'imported') AS isRecorded FROM scene_import_row
         WHERE import_id IN (SELECT id FROM scene_import WHERE id > :importId)
           AND label = :label AND folder = :folder AND outcome IN ('imported', 'new', 'adds')`,
        { importId, label, folder },
      );
      if (found === undefined || found.isRecorded === null) return null;
      return found.isRecorded === 1 ? 'recorded' : 'placed';
    },
    markUndone(importId: number, seq: number) {
      store.run(`UPDATE scene_import_row SET outcome = 'undone' WHERE import_id = :importId AND seq = :seq`, {
        importId,
        seq,
      });
    },
    /** Returns folders of what was taken back, which may be empty once the catalog has left them. */
    leftFolders: (limit: number) =>
      store.all(
        leftSchema,
        `SELECT import_id AS importId, seq, folder, scene_row AS sceneRow FROM scene_import_row
         WHERE outcome = 'undone' AND folder IS NOT NULL ORDER BY import_id, seq LIMIT :limit`,
        { limit },
      ),
    /** Records that nothing is left of a scene that was taken back. */
    markClean(importId: number, seq: number) {
      store.run(
        'UPDATE scene_import_row SET folder = NULL, placed = NULL, scene_row = NULL WHERE import_id = :importId AND seq = :seq',
        { importId, seq },
      );
    },
  };
}

/** What `createImportTable` returns. */
export type ImportTable = ReturnType<typeof createImportTable>;
