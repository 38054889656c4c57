import { randomBytes } from 'node:crypto';
import { chanceOf, digestOf } from './deterministic.ts';
import type { SceneFileKind } from './imagery/make-scene.ts';
import { sceneFileName } from './imagery/make-scene.ts';
import { analyticBands, cloudCover, visualBands } from './imagery/render-scene.ts';
import { type SceneSpec, sceneGeometry, utmZone } from './imagery/scene-spec.ts';
import { captureIdOf, type PracticeCapture, placeOfCapture, planOf, taskState } from './life-cycle.ts';
import { catalogPathOf, type PracticeOptions } from './options.ts';
import type { BulkOrders } from './orders/bulk-orders.ts';
import { type PracticeTask, products } from './records.ts';
import { satelliteOf } from './satellites.ts';
import type { World } from './world.ts';

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
  /** The published capture of this id, whoever may see it. */
  captureOf(captureId: string): { task: PracticeTask; capture: PracticeCapture } | undefined;
  /** The scenes of a published capture; none while it is not. */
  ofSubject(task: PracticeTask, index: number): PracticeScene[];
  /** A task of V1, the subject of an order, or one made up. */
  subject(taskId: number): PracticeTask | undefined;
  /** Metadata, cloud cover included, made once. */
  metadata(scene: PracticeScene): Record<string, unknown>;
  /** The scene as it is listed, with a new token that ends all older links of this scene (service §4.10). */
  wire(scene: PracticeScene, origins: { base: string; catalog: string }): Record<string, unknown>;
  /** The links of its files under the token they have: reading an order ends no link. */
  links(
    scene: PracticeScene,
    catalog: string,
  ): Record<'visual' | 'analytic' | 'preview' | 'thumbnail', string>;
  /** Whether a link's token is the newest of its scene. */
  accepts(sceneId: string, token: string): boolean;
  expireLinks(): void;
}

/** In the order they are listed: the first is `delivery_zip` (service §4.10). */
export const attachmentKinds: ReadonlyMap<string, SceneFileKind> = new Map([
  ['delivery_zip', 'deliveryZip'],
  ['footprint', 'footprint'],
  ['thumbnail', 'thumbnail'],
  ['preview', 'preview'],
]);

/** How many scenes a capture gives. */
export const sceneCount = (task: PracticeTask, index: number) =>
  !task.givenPasses && chanceOf('scenes', captureIdOf(task, index)) < 0.15 ? 2 : 1;

export function createScenes({
  world,
  bulk,
  options,
  now,
}: {
  world: World;
  bulk: BulkOrders;
  options: PracticeOptions;
  now: () => number;
}): Scenes {
  const linkTokens = new Map<string, string>();
  const metadataKept = new Map<string, Record<string, unknown>>();

  function scenesOf(task: PracticeTask, capture: PracticeCapture): PracticeScene[] {
    const product = products.find((candidate) => candidate.pk === task.product);
    const level = options.stripsOnly ? 'L1B' : (task.ordered?.level ?? product?.level ?? 'L1D_SR');
    const gsdMetres = level === 'L1D_SR' ? 0.7 : 1;
    const count = sceneCount(task, capture.index);
    return Array.from({ length: count }, (_, part) => {
      // A second scene lies to the south, with a small overlap.
      const latitude = task.latitude - (part * 0.92 * options.sceneSizePx * gsdMetres) / 111_320;
      const spec: SceneSpec = {
        seed: task.seed,
        longitude: task.longitude,
        latitude,
        capturedAt: new Date(capture.takenAt).toISOString(),
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
    taskState(task, now(), options.speed).captures.filter(
      ({ status, index }) => status === 'published' && !task.ordered?.rejected.includes(index),
    );

  function subject(taskId: number): PracticeTask | undefined {
    const row = bulk.rowOfTask(taskId);
    return row === null ? world.subject(taskId) : bulk.task(row);
  }

  /** Every capture that may come to be, by id; filled as subjects come in. */
  const places = new Map<string, { taskId: number; index: number }>();
  let placed = 0;
  function placeOf(captureId: string) {
    const known = placeOfCapture(captureId) ?? places.get(captureId);
    if (known) return known;
    let passed = 0;
    for (const task of world.subjects()) {
      passed += 1;
      if (passed <= placed) continue;
      for (const index of planOf(task, options.speed).passes.keys())
        places.set(captureIdOf(task, index), { taskId: task.taskId, index });
    }
    placed = passed;
    return places.get(captureId);
  }

  function captureOf(captureId: string) {
    const place = placeOf(captureId);
    const task = place && subject(place.taskId);
    const capture = task && publishedOf(task).find(({ index }) => index === place.index);
    return task && capture && { task, capture };
  }

  /** Scenes whose links were given out, by their place. */
  const shown = new Map<string, { taskId: number; index: number }>();
  function tokenOf(scene: PracticeScene, anew: boolean): string {
    const known = anew ? undefined : linkTokens.get(scene.sceneId);
    const token = known ?? randomBytes(18).toString('base64url');
    linkTokens.set(scene.sceneId, token);
    shown.set(scene.sceneId, { taskId: scene.task.taskId, index: scene.capture.index });
    return token;
  }
  const ofSubject = (task: PracticeTask | undefined, index: number) => {
    const capture = task && publishedOf(task).find((candidate) => candidate.index === index);
    return task && capture ? scenesOf(task, capture) : [];
  };

  const attachmentLink = (at: string, name: string, token: string) =>
    `${at}/attachments/${name}/download/?token=${token}`;
  const rasterLink = (at: string, sceneId: string, kind: SceneFileKind, token: string) =>
    `${at}/token/${token}/raster/${sceneFileName(sceneId, kind)}`;

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
      const found = captureOf(captureId);
      return found?.task.owner === owner ? scenesOf(found.task, found.capture) : [];
    },
    captureOf,
    ofSubject,
    subject,
    find(sceneId) {
      const place = shown.get(sceneId);
      const known = place && ofSubject(subject(place.taskId), place.index);
      if (known) return known.find((scene) => scene.sceneId === sceneId);
      for (const task of world.subjects()) {
        for (const capture of publishedOf(task)) {
          const scene = scenesOf(task, capture).find((candidate) => candidate.sceneId === sceneId);
          if (scene) return scene;
        }
      }
      return undefined;
    },
    wire(scene, origins) {
      const { sceneId, spec } = scene;
      const token = tokenOf(scene, true);
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
    },
    links(scene, catalog) {
      const { sceneId } = scene;
      const token = tokenOf(scene, false);
      const at = `${catalog}/v2/scenes/${sceneId}`;
      return {
        visual: rasterLink(at, sceneId, 'visual', token),
        analytic: rasterLink(at, sceneId, 'analytic', token),
        preview: attachmentLink(at, 'preview', token),
        thumbnail: attachmentLink(at, 'thumbnail', token),
      };
    },
    accepts: (sceneId, token) => linkTokens.get(sceneId) === token,
    expireLinks: () => linkTokens.clear(),
  };
}

export const footprintOf = (scene: PracticeScene) => sceneGeometry(scene.spec).footprint;
