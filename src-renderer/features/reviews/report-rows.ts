import type { TFunction } from 'i18next';
import { type LibrarySceneId, mostNamed } from '../../../src-preload/contract/ids.ts';
import type { FilePlace, SceneRow } from '../../../src-preload/contract/library.ts';
import {
  type RemarkGeometry,
  type ReviewState,
  type ReviewsOfScene,
  reviewStates,
  type SceneReview,
} from '../../../src-preload/contract/reviews.ts';
import type { ExportedFeature, ExportedGeometry } from '../../formats/exported-feature.ts';
import type { MainClient } from '../../kit/client/connect.ts';
import { type ExportSource, type OutputColumn, textsOf } from '../../kit/export/list-export.ts';
import { acquiredAttributes, acquiredColumns } from '../library/acquired-columns.ts';
import { fieldWord, stateWord } from './review-words.ts';

/** A scene of a report with all its reviews. */
export interface ReportedScene {
  scene: SceneRow;
  reviews: ReviewsOfScene;
  /** The footprint as GeoJSON; null if there is none. */
  footprint: string | null;
  /** Where its files are on the disk, with their checksums. */
  files: readonly FilePlace[];
}

/** The number of scenes per call: a review may have a megabyte of remarks. */
const pageScenes = 50;

/** Fetches these scenes with their reviews page by page, in their order, without scenes that no longer exist. */
export async function* readReported(
  client: MainClient,
  ids: readonly LibrarySceneId[],
  signal: AbortSignal,
): AsyncGenerator<ReportedScene[]> {
  for (let from = 0; from < ids.length; from += Math.min(pageScenes, mostNamed)) {
    signal.throwIfAborted();
    const librarySceneIds = ids.slice(from, from + pageScenes);
    const asked = { filter: { librarySceneIds, onDiskOnly: false }, sort: 'time' as const, descending: true };
    const [page, reviews, footprints, files] = await Promise.all([
      client.library.list({ ...asked, offset: 0, limit: pageScenes }, { signal }),
      client.reviews.some({ librarySceneIds }, { signal }),
      textsOf(librarySceneIds, (remaining) =>
        client.library.geometries({ librarySceneIds: [...remaining] }, { signal }),
      ),
      client.library.filePlaces({ librarySceneIds }, { signal }),
    ]);
    const scenes = new Map(page.rows.map((row) => [row.librarySceneId, row]));
    const reviewed = new Map(reviews.map((each) => [each.librarySceneId, each]));
    yield librarySceneIds.flatMap((id, i) => {
      const [scene, of] = [scenes.get(id), reviewed.get(id)];
      return scene === undefined || of === undefined
        ? []
        : [{ scene, reviews: of, footprint: footprints[i] ?? null, files: files[i] ?? [] }];
    });
  }
}

/** Returns the number and the bytes of the files of a report. */
export const countFiles = (scenes: readonly ReportedScene[]): { files: number; bytes: number } => {
  const files = scenes.flatMap((scene) => scene.files);
  return { files: files.length, bytes: files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0) };
};

/** Returns how many scenes of a report are in each state, and how many have none; states without a scene are left out. */
export function countStates(
  scenes: readonly ReportedScene[],
): { state: ReviewState | null; count: number }[] {
  return [...reviewStates, null].flatMap((state) => {
    const count = scenes.filter(({ reviews }) => reviews.summary.state === state).length;
    return count === 0 ? [] : [{ state, count }];
  });
}

const reportColumns = (t: TFunction): OutputColumn[] => [
  { key: 'kind', label: t('label.type'), type: 'text' },
  { key: 'scene', label: t('bills.column.scene'), type: 'text' },
  { key: 'state', label: t('label.status'), type: 'text', wordOf: (value) => stateWord(t, value) },
  { key: 'reviewer', label: t('reviews.reviewer'), type: 'text' },
  {
    key: 'verdict',
    label: fieldWord(t, 'verdict'),
    type: 'text',
    wordOf: (value) => stateWord(t, value),
  },
  { key: 'reason', label: t('import.csv.reason'), type: 'text' },
  { key: 'rating', label: t('reviews.rating'), type: 'integer' },
  { key: 'tags', label: t('places.column.tags'), type: 'text' },
  { key: 'stated_at', label: t('reviews.statedAt'), type: 'time' },
  {
    key: 'decision',
    label: fieldWord(t, 'decision'),
    type: 'text',
    wordOf: (value) => stateWord(t, value),
  },
  { key: 'decided_at', label: t('reviews.decidedAt'), type: 'time' },
  { key: 'seen_at', label: t('reviews.seen'), type: 'time' },
  ...acquiredColumns(t),
  { key: 'satellite', label: t('label.satellite'), type: 'text' },
  { key: 'product', label: t('label.level'), type: 'text' },
  { key: 'project', label: t('label.project'), type: 'text' },
  { key: 'clouds', label: t('library.metadata.cloud_cover'), type: 'real' },
  { key: 'files', label: t('label.files'), type: 'text' },
  { key: 'sha256', label: t('reviews.report.sums'), type: 'text' },
];

function exportedRemark(geometry: RemarkGeometry): ExportedGeometry {
  if (geometry.type === 'Point') return { kind: 'point', at: geometry.coordinates };
  if (geometry.type === 'LineString') return { kind: 'line', places: geometry.coordinates };
  return { kind: 'area', polygons: [[geometry.coordinates[0]]] };
}

/** Returns the features of a scene: one per review, and one per drawn remark. A conflicting field has both values. */
export function featuresOf({ scene, reviews, footprint, files }: ReportedScene): ExportedFeature[] {
  const { summary } = reviews;
  const common = {
    scene: scene.sceneId,
    state: summary.state,
    ...acquiredAttributes(scene),
    satellite: scene.satelliteName,
    product: scene.productName,
    project: scene.project,
    clouds: scene.cloudCover,
    files: files.map(({ path }) => path).join(' / ') || null,
    sha256: files.map(({ sha256 }) => sha256 ?? '').join(' / ') || null,
  };
  const geometry: ExportedGeometry | null =
    footprint === null ? null : { kind: 'geoJson', text: footprint, otherwise: null };
  const name = scene.taskName ?? scene.sceneId;
  const both = (values: readonly (string | null)[]) =>
    values.filter((value) => value !== null && value !== '').join(' / ') || null;
  const ofReview = (review: SceneReview): ExportedFeature => ({
    name,
    notes: both(review.notes.map(({ value }) => value)) ?? '',
    attributes: {
      ...common,
      kind: 'review',
      reviewer: review.name,
      verdict: both(review.verdict.map(({ value }) => value?.verdict ?? null)),
      reason: both(review.verdict.map(({ value }) => value?.reason ?? null)),
      rating: review.rating[0]?.value ?? null,
      tags: both(review.tags.map(({ value }) => value.join(', '))),
      stated_at: review.verdict[0]?.at ?? null,
      decision: both(review.decision.map(({ value }) => value)),
      decided_at: review.decision.find(({ value }) => value !== null)?.at ?? null,
      seen_at: review.seen?.last ?? null,
    },
    geometry,
  });
  const ofRemarks = (review: SceneReview): ExportedFeature[] =>
    review.remarks.flatMap(({ values }) =>
      values.flatMap(({ value, at }) =>
        value === null
          ? []
          : [
              {
                name,
                notes: value.text,
                attributes: {
                  ...common,
                  kind: 'remark',
                  reviewer: review.name,
                  stated_at: at,
                },
                geometry: exportedRemark(value.geometry),
              },
            ],
      ),
    );
  if (reviews.reviews.length === 0)
    return [{ name, notes: '', attributes: { ...common, kind: 'review' }, geometry }];
  return reviews.reviews.flatMap((review) => [ofReview(review), ...ofRemarks(review)]);
}

/** Returns the report of these scenes as a source for any export format. */
export function reportSource({
  client,
  t,
  title,
  ids,
}: {
  client: MainClient;
  t: TFunction;
  title: string;
  ids: readonly LibrarySceneId[];
}): ExportSource {
  return {
    layer: 'reviews',
    title,
    columns: reportColumns(t),
    folderColumn: 'state',
    hasNotes: true,
    counts: { listed: ids.length, selected: 0 },
    places: null,
    async *pages(_rows, signal) {
      let read = 0;
      for await (const scenes of readReported(client, ids, signal)) {
        read = Math.min(ids.length, read + pageScenes);
        yield { features: scenes.flatMap(featuresOf), read, total: ids.length };
      }
    },
  };
}
