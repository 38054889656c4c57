import { chanceOf, uuidOf } from '../../src-main/practice/deterministic.ts';
import { sceneGeometry } from '../../src-main/practice/imagery/scene-spec.ts';
import type { Row } from '../../src-main/service/api/service-client.ts';
import {
  type WireCapture,
  type WireScene,
  type WireTask,
  wireCaptureSchema,
  wireSceneSchema,
  wireTaskSchema,
} from '../../src-main/service/api/wire.ts';
import { type TaskId, taskIdSchema } from '../../src-preload/contract/ids.ts';

/** One task with all that came of it, as the service would have told it. */
export interface MadeTask {
  taskId: TaskId;
  task: Row<WireTask>;
  captures: Row<WireCapture>[];
  /** By capture, in their order. */
  scenes: { capture: WireCapture; scene: Row<WireScene> }[];
}

const day = 86_400_000;
const born = Date.parse('2024-01-01T00:00:00Z');
/** Above what the practice service gives out, so that its own sync touches none of them. */
const firstTaskId = 5_000_000;
const projects = 60;
const clusters = 240;
const sidePx = 8_006;
const bands = ['blue', 'green', 'red', 'nir'];

/** Shares of a long-used contract: most is done, some goes on. */
function statusOf(i: number): string {
  const share = (i * 7_919) % 100;
  if (share < 70) return 'completed';
  if (share < 84) return 'Canceled';
  if (share < 92) return 'failed';
  if (share < 96) return 'in_progress';
  return 'received';
}

/** Round places that are asked for again and again, as people do. */
function placeOf(i: number): [longitude: number, latitude: number] {
  const cluster = Math.floor(chanceOf('cluster', i) ** 2 * clusters);
  const near = (name: string) => (chanceOf(name, i) - 0.5) * 3;
  return [
    -178 + 356 * chanceOf('longitude', cluster) + near('east'),
    -52 + 118 * chanceOf('latitude', cluster) + near('north'),
  ];
}

const iso = (ms: number) => new Date(Math.round(ms / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');

function sceneOf(capture: WireCapture, [longitude, latitude]: [number, number], at: number): Row<WireScene> {
  const { footprint } = sceneGeometry({
    seed: 1,
    longitude,
    latitude,
    capturedAt: iso(at),
    widthPx: sidePx,
    heightPx: sidePx,
    gsdMetres: 0.7,
    level: 'L1D_SR',
  });
  const sceneId = `${iso(at).replaceAll(/[-:Z]/g, '').replace('T', '_')}_${capture.satellite_name}_L1D_SR_MS_${capture.capture_id.slice(0, 8)}`;
  const chance = (name: string) => Math.round(chanceOf(name, sceneId) * 1_000) / 10;
  const scene = `https://service.invalid/api/catalog/scenes/${sceneId}/`;
  const attachment = (name: string, fileName: string) => ({
    scene,
    url: `https://catalog.invalid/v2/scenes/${sceneId}/attachments/${name}/download/?token=none`,
    file_name: fileName,
    name,
    metadata: {},
    edit_url: `https://catalog.invalid/v2/scenes/${sceneId}/attachments/${name}/`,
  });
  const raster = (fileName: string, of: string[]) => ({
    url: `https://catalog.invalid/v2/scenes/${sceneId}/token/none/raster/${fileName}`,
    bands: of,
    file_name: fileName,
    source: 'internal',
    scene,
  });
  const raw = {
    scene_id: sceneId,
    sceneset_id: capture.capture_id,
    timestamp: iso(at),
    footprint,
    metadata: {
      gsd: 0.7,
      off_nadir: chance('off-nadir') / 4,
      sun_elevation: chance('sun') / 2 + 25,
      sun_azimuth: chance('azimuth') * 3.6,
      cloud_cover: chance('cloud'),
      valid_pixel: 100,
      satellite_generation: 'mk4',
      product_version: '1.4.2',
    },
    supplier: 'practice',
    satellite_class: 'mk4',
    satellite_name: capture.satellite_name,
    productname: 'L1D_SR',
    rasters: [raster(`${sceneId}_VISUAL.tif`, ['red', 'green', 'blue']), raster(`${sceneId}.tif`, bands)],
    bands: Object.fromEntries(bands.map((band, index) => [band, [1, index]])),
    attachments: [
      attachment('delivery_zip', `${sceneId}.zip`),
      attachment('footprint', `${sceneId}_footprint.kml`),
      attachment('thumbnail', `${sceneId}_thumbnail.png`),
      attachment('preview', `${sceneId}_preview.png`),
    ],
    last_modified: iso(at + day / 8),
  };
  return { parsed: wireSceneSchema.parse(raw), raw };
}

/** The `i`-th task: always the same, whenever it is made. */
export function madeTask(i: number): MadeTask {
  const taskId = taskIdSchema.parse(firstTaskId + i);
  const status = statusOf(i);
  const place = placeOf(i);
  const start = born + Math.floor(chanceOf('start', i) * 900) * day;
  const done = status === 'completed';
  const raw = {
    task_id: taskId,
    task_name: `Site ${1 + (i % 997)} ${['harbour', 'fields', 'depot', 'coast', 'quarry', 'río'][i % 6]} ${i}`,
    project_name: `Project ${1 + (i % projects)}`,
    product: [169, 170, 178][i % 3],
    start: iso(start),
    end: iso(start + 14 * day),
    priority: 20 + (i % 40),
    client: ['harbour-office', 'fisheries', 'coast-guard'][i % 3],
    target: { type: 'Point', coordinates: [...place, 0] },
    created_time: new Date(start - day / 24).toISOString().replace('Z', '000Z'),
    status,
    max_captures: 2,
    max_simultaneous_captures: 2,
  };
  // Three of seven completed ones have two: with 70 % completed that is one scene per task.
  const count = done ? (i % 7 < 3 ? 2 : 1) : status === 'in_progress' ? 1 : 0;
  const captures = Array.from({ length: count }, (_, index) => {
    const capture = {
      capture_id: uuidOf('bench', i, index),
      start: iso(start + (2 + 3 * index) * day),
      status: done ? 'published' : 'queued',
      satellite_name: `SN${20 + (i % 25)}`,
    };
    return { parsed: wireCaptureSchema.parse(capture), raw: capture };
  });
  return {
    taskId,
    task: { parsed: wireTaskSchema.parse(raw), raw },
    captures,
    scenes: done
      ? captures.map(({ parsed }, index) => ({
          capture: parsed,
          scene: sceneOf(parsed, place, start + (2 + 3 * index) * day),
        }))
      : [],
  };
}
