import { z } from 'zod';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../../src-preload/contract/library.ts';
import { placeRemarksField, readPlaceRemarks } from '../../../src-preload/contract/place-remarks.ts';
import { reviewProblemSchema } from '../../../src-preload/contract/reviews.ts';
import {
  type ImportOutcome,
  type ImportProblem,
  type ImportRow,
  importOutcomes,
  importProblems,
  importRowSchema,
} from '../../../src-preload/contract/scene-imports.ts';
import { periodField, readPeriod } from '../../core/foreign-time.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { enteredSchema, withEntered } from './entered-plan.ts';
import type { ImportPlan } from './import-plan.ts';
import type { LinkKeys } from './link-keys.ts';

const rowSchema = z.object({
  seq: z.number(),
  rasters: z.number(),
  timestamp: z.string().nullable(),
  satelliteName: z.string().nullable(),
  period: jsonColumn.nullable(),
  remarks: jsonColumn.nullable(),
  isOfService: z
    .number()
    .nullable()
    .transform((value) => value === 1),
  entered: jsonColumn.pipe(enteredSchema).nullable().catch(null),
  label: z.string(),
  outcome: z.enum(importOutcomes),
  problem: z.enum(importProblems).nullable().catch('invalid'),
  detail: z.string(),
  files: z.number(),
  bytes: z.number(),
  librarySceneId: librarySceneIdSchema.nullable(),
  duplicateOf: importRowSchema.shape.duplicateOf.catch(null),
  isWanted: z.number().transform((value) => value === 1),
});
const plannedRow = z.object({
  outcome: z.enum(['new', 'adds', 'there']),
  isWanted: z.number(),
  isTwice: z.number(),
  remarked: z.number(),
  unsized: z.number(),
  scenes: z.number(),
  bytes: z.number(),
});
const countRow = z.object({ n: z.number() });
const fingerprintRow = z.object({ fingerprint: z.string().nullable() });

/** Reads the detail of a row about a review; a newer Nadir may have stored a reason that this one does not know. */
const reviewProblemOf = (detail: string) => reviewProblemSchema.catch('unreadable').parse(detail);

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
  duplicateOf: ImportRow['duplicateOf'];
  isWanted: boolean;
}

/** Creates the rows of imports: the scenes and the problems that were found in their sources. */
export function createImportRows({ store, linkKeys }: { store: Store; linkKeys: LinkKeys }) {
  return {
    /** Stores a scene or a problem that was found. */
    add(importId: number, seq: number, { plan, isWanted, ...row }: NewRow) {
      store.run(
        `INSERT INTO scene_import_row (import_id, seq, label, outcome, problem, detail, files, bytes, fingerprint, plan, duplicate_of, is_wanted)
         VALUES (:importId, :seq, :label, :outcome, :problem, :detail, :files, :bytes, :fingerprint, :plan, :duplicateOf, :isWanted)`,
        {
          ...row,
          importId,
          seq,
          plan: plan === null ? null : linkKeys.toStoredText(importId, seq, plan),
          isWanted: isWanted ? 1 : 0,
        },
      );
    },
    /** Stores whether planned scenes are wanted: those of these rows, or all if `seqs` is null. */
    want(importId: number, seqs: readonly number[] | null, isWanted: boolean) {
      store.run(
        `UPDATE scene_import_row SET is_wanted = :isWanted WHERE import_id = :importId AND outcome IN ('new', 'adds')
           AND (:seqs IS NULL OR seq IN (SELECT value FROM json_each(:seqs)))`,
        { importId, isWanted: isWanted ? 1 : 0, seqs: seqs === null ? null : JSON.stringify(seqs) },
      );
    },
    /**
     * Returns the number and bytes of the planned scenes that are wanted, and how many of them have files of unknown size; the number of
     * those that are left out, of those with remarks on their place, of the scenes which the library has, and of those that were found twice.
     */
    planned(importId: number) {
      const counts = {
        new: 0,
        adds: 0,
        there: 0,
        twice: 0,
        omitted: 0,
        remarked: 0,
        unsized: 0,
        totalBytes: 0,
      };
      const rows = store.all(
        plannedRow,
        `SELECT outcome, is_wanted AS isWanted, duplicate_of IS 'import' AS isTwice, count(*) AS scenes, sum(bytes) AS bytes,
           sum(plan IS NOT NULL AND plan -> '$.scene.raw.${placeRemarksField}' IS NOT NULL) AS remarked,
           sum(EXISTS (SELECT 1 FROM json_each(plan, '$.files') WHERE value ->> '$.isRemote' AND value ->> '$.sizeBytes' IS NULL)) AS unsized
         FROM scene_import_row
         WHERE import_id = :importId AND outcome IN ('new', 'adds', 'there') GROUP BY outcome, is_wanted, isTwice`,
        { importId },
      );
      for (const { outcome, isWanted, isTwice, scenes, bytes, remarked, unsized } of rows) {
        counts.remarked += remarked;
        if (outcome === 'there') counts[isTwice === 1 ? 'twice' : 'there'] += scenes;
        else if (isWanted === 0) counts.omitted += scenes;
        else {
          counts[outcome] += scenes;
          counts.unsized += unsized;
          counts.totalBytes += bytes;
        }
      }
      return counts;
    },
    /** Returns a page of the rows of an import, those with problems first, and the number of all its rows. */
    rows(importId: number, { offset, limit }: { offset: number; limit: number }) {
      const total = store.get(
        countRow,
        `SELECT count(*) AS n FROM scene_import_row WHERE import_id = :importId AND outcome <> 'replaced'`,
        { importId },
      );
      // The page is chosen first, so that only its plans are read.
      const { rows } = readableRows(
        store,
        rowSchema,
        `WITH page AS (
           SELECT seq, outcome IN ('problem', 'failed') OR outcome = 'undone' AND problem IS NOT NULL AS is_first, coalesce(position, seq) AS position FROM scene_import_row
           WHERE import_id = :importId AND outcome <> 'replaced'
           ORDER BY is_first DESC, 3, seq LIMIT :limit OFFSET :offset
         )
         SELECT row.seq, label, outcome, problem, detail, files, bytes, scene_row AS librarySceneId, duplicate_of AS duplicateOf,
           is_wanted AS isWanted, entered, plan ->> '$.scene.timestamp' AS timestamp,
           plan ->> '$.scene.satelliteName' AS satelliteName, plan -> '$.scene.raw.${periodField}' AS period,
           plan -> '$.scene.raw.${placeRemarksField}' AS remarks,
           plan ->> '$.connectionId' <> '${importedConnectionId}' AS isOfService,
           (SELECT count(*) FROM json_each(plan, '$.files') WHERE value ->> '$.kind' = 'raster') AS rasters
         FROM page JOIN scene_import_row AS row ON row.import_id = :importId AND row.seq = page.seq
         ORDER BY is_first DESC, page.position, row.seq`,
        { importId, offset, limit },
      );
      const shown = rows.map(({ entered, period, remarks, ...row }) => {
        const raw = { [periodField]: period };
        const scene = { timestamp: row.timestamp, satelliteName: row.satelliteName, raw };
        const described = row.isOfService ? scene : withEntered(scene, entered ?? []);
        const { timestamp, satelliteName } = described;
        return importRowSchema.parse({
          ...row,
          timestamp,
          satelliteName,
          period: readPeriod(described.raw),
          reviewProblem: row.problem === 'review' ? reviewProblemOf(row.detail) : null,
          placeRemarks: readPlaceRemarks({ [placeRemarksField]: remarks ?? [] }),
        });
      });
      return { total: total?.n ?? 0, rows: shown };
    },
    /**
     * Returns the fingerprint of the scene of this name that is to be imported, '' if it has no fingerprint; null if there is no such
     * scene.
     */
    sameName(importId: number, label: string): string | null {
      const found = store.get(
        fingerprintRow,
        `SELECT fingerprint FROM scene_import_row WHERE import_id = :importId AND label = :label AND outcome IN ('new', 'adds')`,
        { importId, label },
      );
      return found === undefined ? null : (found.fingerprint ?? '');
    },
  };
}
