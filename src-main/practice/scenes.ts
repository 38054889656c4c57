import { randomBytes } from 'node:crypto';
import { chanceOf, digestOf } from './deterministic.ts';
import type { SceneFileKind } from './imagery/make-scene.ts';
import { sceneFileName } from './imagery/make-scene.ts';
import { analyticBands, cloudCover, visualBands } from './imagery/render-scene.ts';
import { type SceneSpec, sceneGeometry, utmZone } from './imagery/scene-spec.ts';
import { type PracticeCapture, taskState } from './life-cycle.ts';
import type { PracticeOptions } from './options.ts';
import { satelliteOf } from './tasking-routes.ts';
import { type PracticeTask, products, type World } from './world.ts';

export interface PracticeScene {
  sceneId: string;
  captureId: string;
  task: PracticeTask;
  capture: PracticeCapture;
  spec: SceneSpec;
}

export interface Scenes {
  ofCapture(captureId: string, owner: string): PracticeScene[];
  find(sceneId: string): PracticeScene | undefined;
  /** Metadata, cloud cover included, made once. */
  metadata(scene: PracticeScene): Record<string, unknown>;
  /** The scene as it is listed, with a new token that ends all older links of this scene (interface §4.10). */
  wire(scene: PracticeScene, origins: { base: string; catalog: string }): Record<string, unknown>;
  /** Whether a link's token is the newest of its scene. */
  accepts(sceneId: string, token: string): boolean;
  expireLinks(): void;
}

/** In the order they are listed: the first is `delivery_zip` (interface §4.10). */
export const attachmentKinds: ReadonlyMap<string, SceneFileKind> = new Map([
  ['delivery_zip', 'deliveryZip'],
  ['footprint', 'footprint'],
  ['thumbnail', 'thumbnail'],
  ['preview', 'preview'],
]);

export function createScenes({
  world,
  options,
  now,
}: {
  world: World;
  options: PracticeOptions;
  now: () => number;
}): Scenes {
  const linkTokens = new Map<string, string>();
  const metadataKept = new Map<string, Record<string, unknown>>();

  function scenesOf(task: PracticeTask, capture: PracticeCapture): PracticeScene[] {
    const product = products.find((candidate) => candidate.pk === task.product);
    const level = options.stripsOnly ? 'L1B' : (product?.level ?? 'L1D_SR');
    const gsdMetres = level === 'L1D_SR' ? 0.7 : 1;
    const count = chanceOf('scenes', capture.captureId) < 0.15 ? 2 : 1;
    return Array.from({ length: count }, (_, part) => {
      // A second scene lies to the south, with a small overlap.
      const latitude = task.latitude - (part * 0.92 * options.sceneSizePx * gsdMetres) / 111_320;
      const spec: SceneSpec = {
        seed: task.seed,
        longitude: task.longitude,
        latitude,
        capturedAt: new Date(Math.round(capture.passAt)).toISOString(),
        widthPx: options.sceneSizePx,
        heightPx: options.sceneSizePx,
        gsdMetres,
        level,
      };
      return {
        sceneId: sceneIdOf(task, capture, spec, part),
        captureId: capture.captureId,
        task,
        capture,
        spec,
      };
    });
  }

  function sceneIdOf(task: PracticeTask, capture: PracticeCapture, spec: SceneSpec, part: number): string {
    const stamp = spec.capturedAt
      .replaceAll(/[-:]/g, '')
      .replace('T', '_')
      .replace('.', '_')
      .replace('Z', '');
    const zone = `${utmZone(spec.longitude)}${spec.latitude < 0 ? 'S' : 'N'}`;
    const { originX, originY } = sceneGeometry(spec);
    const grid = `${Math.round(originX / 1_000)}_${Math.round(originY / 1_000)}`;
    return `${stamp}_${satelliteOf(task.taskId, capture.index)}_${spec.level}_MS_${zone}_${grid}${part > 0 ? `_${part}` : ''}`;
  }

  const publishedOf = (task: PracticeTask) =>
    taskState(task, now(), options.speed).captures.filter((capture) => capture.status === 'published');

  function metadata(scene: PracticeScene): Record<string, unknown> {
    const kept = metadataKept.get(scene.sceneId);
    if (kept) return kept;
    const chance = (name: string) => chanceOf(name, scene.sceneId);
    const made = {
      gsd: scene.spec.gsdMetres,
      off_nadir: Math.round(chance('off-nadir') * 250) / 10,
      sun_elevation: Math.round((25 + chance('sun') * 45) * 10) / 10,
      sun_azimuth: Math.round(chance('azimuth') * 3_600) / 10,
      cloud_cover: Math.round(cloudCover(scene.spec) * 1_000) / 10,
      valid_pixel: 100,
      satellite_generation: 'mk4',
      product_version: '1.4.2',
    };
    metadataKept.set(scene.sceneId, made);
    return made;
  }

  return {
    metadata,
    ofCapture(captureId, owner) {
      for (const task of world.tasksOf(owner)) {
        const capture = publishedOf(task).find((candidate) => candidate.captureId === captureId);
        if (capture) return scenesOf(task, capture);
      }
      return [];
    },
    find(sceneId) {
      for (const task of world.allTasks()) {
        for (const capture of publishedOf(task)) {
          const scene = scenesOf(task, capture).find((candidate) => candidate.sceneId === sceneId);
          if (scene) return scene;
        }
      }
      return undefined;
    },
    wire(scene, origins) {
      const { sceneId, spec } = scene;
      const token = randomBytes(18).toString('base64url');
      linkTokens.set(sceneId, token);
      const sceneUrl = `${origins.base}/${options.catalogPath}/scenes/${sceneId}/`;
      const at = `${origins.catalog}/v2/scenes/${sceneId}`;
      const raster = (kind: 'analytic' | 'visual', bands: readonly string[]) => ({
        url: `${at}/token/${token}/raster/${sceneFileName(sceneId, kind)}`,
        bands,
        file_name: sceneFileName(sceneId, kind),
        ...(options.omitOptionalFields ? {} : { source: 'internal' }),
        scene: sceneUrl,
      });
      const attachments = [...attachmentKinds].map(([name, kind]) => ({
        scene: sceneUrl,
        url: `${at}/attachments/${name}/download/?token=${token}`,
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
        last_modified: new Date(scene.capture.passAt + 3 * 3_600_000).toISOString(),
        ...(options.extraFields
          ? { licence: { name: 'practice', digest: digestOf(sceneId).toString('hex') } }
          : {}),
      };
    },
    accepts: (sceneId, token) => linkTokens.get(sceneId) === token,
    expireLinks: () => linkTokens.clear(),
  };
}
