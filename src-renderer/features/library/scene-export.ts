import type { TFunction } from 'i18next';
import type { SceneFootprints, SceneRow } from '../../../src-preload/contract/library.ts';
import { unpackSteps } from '../../../src-preload/contract/packed-places.ts';
import type { ListExport, OutputColumn } from '../../kit/export/list-export.ts';
import { stateWord } from '../reviews/review-words.ts';
import { acquiredAttributes, acquiredColumns } from './acquired-columns.ts';

/** Keys have at most ten characters: a shapefile would shorten longer ones. */
const columnsOf = (t: TFunction): OutputColumn[] => [
  ...acquiredColumns(t),
  { key: 'satellite', label: t('label.satellite'), type: 'text', isOnSheet: true },
  { key: 'product', label: t('label.level'), type: 'text', isOnSheet: true },
  { key: 'clouds', label: t('library.metadata.cloud_cover'), type: 'real' },
  { key: 'off_nadir', label: t('library.metadata.off_nadir'), type: 'real' },
  { key: 'sun_elev', label: t('label.sunElevation'), type: 'real' },
  { key: 'gsd', label: t('library.metadata.gsd'), type: 'real' },
  { key: 'project', label: t('label.project'), type: 'text' },
  { key: 'task', label: t('label.task'), type: 'text' },
  { key: 'task_id', label: t('tasks.field.id'), type: 'integer' },
  { key: 'capture_id', label: t('export.column.captureId'), type: 'text' },
  { key: 'contract', label: t('label.contract'), type: 'text' },
  { key: 'review', label: t('reviews.title'), type: 'text', wordOf: (value) => stateWord(t, value) },
  { key: 'rating', label: t('reviews.rating'), type: 'integer' },
  { key: 'tags', label: t('places.column.tags'), type: 'text' },
  { key: 'files', label: t('export.column.filesOnDisk'), type: 'integer' },
  { key: 'bytes', label: t('export.column.bytesOnDisk'), type: 'integer' },
  // Empty while the folder can be read.
  {
    key: 'folder',
    label: t('settings.libraryFolder'),
    type: 'text',
    wordOf: (value) => (value === 'away' || value === 'sleeping' ? t(`libraryFolders.state.${value}`) : ''),
  },
];

const attributesOf = (scene: SceneRow) => ({
  ...acquiredAttributes(scene),
  satellite: scene.satelliteName,
  product: scene.productName,
  clouds: scene.cloudCover,
  off_nadir: scene.offNadir,
  sun_elev: scene.sunElevation,
  gsd: scene.gsd,
  project: scene.project,
  task: scene.taskName,
  task_id: scene.taskId,
  capture_id: scene.captureId,
  contract: scene.contractId,
  review: scene.review?.state ?? null,
  rating: scene.review?.rating ?? null,
  tags: scene.review?.tags.join(', ') ?? null,
  files: scene.filesOnDisk,
  bytes: scene.bytesOnDisk,
  folder: scene.awayFolder?.state ?? null,
});

/** Declares how scenes and their footprints become features of a file. */
export const sceneExport: ListExport<SceneRow, object, SceneFootprints> = {
  layer: 'footprints',
  columns: columnsOf,
  folderColumn: 'project',
  nameOf: ({ sceneId }) => sceneId,
  attributesOf,
  geometries: (client, scenes, _query, signal) =>
    client.library.geometries(
      { librarySceneIds: scenes.map(({ librarySceneId }) => librarySceneId) },
      { signal },
    ),
  countPlaces: ({ librarySceneIds }) => ({ points: 0, areas: new Set(unpackSteps(librarySceneIds)).size }),
};
