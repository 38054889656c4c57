import { chanceOf, digestOf } from './deterministic.ts';
import { analyticBands, cloudCover, visualBands } from './imagery/render-scene.ts';
import { type SceneFileKind, sceneFileName } from './imagery/scene-file-kinds.ts';
import { sceneGeometry } from './imagery/scene-spec.ts';
import { catalogPathOf, type PracticeOptions } from './options.ts';
import type { PracticeScene } from './practice-scene.ts';
import { satelliteOf } from './satellites.ts';
import { attachmentLink, rasterLink } from './scene-links.ts';
import { sunAt } from './sun.ts';

/** The attachments in the order of the list; the first is `delivery_zip` (service §4.10). */
export const attachmentKinds: ReadonlyMap<string, SceneFileKind> = new Map([
  ['delivery_zip', 'deliveryZip'],
  ['footprint', 'footprint'],
  ['thumbnail', 'thumbnail'],
  ['preview', 'preview'],
]);

/** Returns the measured metadata of a scene. Its cloud cover takes time to compute, so callers cache the result. */
export function measuredMetadata(scene: PracticeScene): Record<string, unknown> {
  const { gsdMetres, longitude, latitude, capturedAt } = scene.spec;
  const sun = sunAt(longitude, latitude, Date.parse(capturedAt));
  return {
    gsd: gsdMetres,
    off_nadir: Math.round(chanceOf('off-nadir', scene.sceneId) * 250) / 10,
    sun_elevation: Math.round(sun.elevation * 10) / 10,
    sun_azimuth: Math.round(sun.azimuth * 10) / 10,
    cloud_cover: Math.round(cloudCover(scene.spec) * 1_000) / 10,
    valid_pixel: 100,
    satellite_generation: 'mk4',
    product_version: '1.4.2',
  };
}

/** Returns a scene as the catalog lists it (service §4.10), with links under this token. */
export function wireScene(
  scene: PracticeScene,
  {
    origins,
    token,
    options,
    metadata,
  }: {
    origins: { base: string; catalog: string };
    token: string;
    options: PracticeOptions;
    metadata: (scene: PracticeScene) => Record<string, unknown>;
  },
): Record<string, unknown> {
  const { sceneId, spec } = scene;
  const sceneUrl = `${origins.base}/${catalogPathOf(options)}/scenes/${sceneId}/`;
  const at = `${origins.catalog}/v2/scenes/${sceneId}`;
  const raster = (kind: 'analytic' | 'visual', bands: readonly string[]) => ({
    url: rasterLink(at, sceneId, kind, token),
    bands,
    file_name: sceneFileName(sceneId, kind),
    ...(options.omitOptionalFields ? {} : { source: 'internal' }),
    scene: sceneUrl,
  });
  const attachments = [...attachmentKinds].map(([name, kind]) => ({
    scene: sceneUrl,
    url: attachmentLink(at, name, token),
    file_name: sceneFileName(sceneId, kind),
    name,
    ...(options.omitOptionalFields ? {} : { metadata: {} }),
    edit_url: `${at}/attachments/${name}/`,
  }));
  const bands = analyticBands(spec);
  return {
    scene_id: sceneId,
    sceneset_id: scene.captureId,
    timestamp: spec.capturedAt,
    footprint: sceneGeometry(spec).footprint,
    ...(options.omitOptionalFields
      ? {}
      : { metadata: metadata(scene), supplier: 'practice', satellite_class: 'mk4' }),
    satellite_name: satelliteOf(scene.task.taskId, scene.capture.index),
    productname: spec.level,
    rasters: [raster('visual', visualBands), raster('analytic', bands)],
    bands: Object.fromEntries(bands.map((band, index) => [band, [1, index]])),
    attachments,
    last_modified: new Date(scene.capture.publishedAt).toISOString(),
    ...(options.extraFields
      ? { licence: { name: 'practice', digest: digestOf(sceneId).toString('hex') } }
      : {}),
  };
}
