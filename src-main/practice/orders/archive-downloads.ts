import { footprintOf, type PracticeScene } from '../practice-scene.ts';
import type { PracticeOrder } from '../records.ts';
import type { World } from '../world.ts';

/** Returns the order that stands for an archive download (service §9). */
function downloadOrder(scene: PracticeScene, createdAt: number): Omit<PracticeOrder, 'orderNumber'> {
  const { task, capture, spec } = scene;
  const suffix = spec.level === 'L1D_SR' ? '.30.30' : spec.level === 'L1D' ? '.15.15' : '.15.01';
  return {
    owner: task.owner,
    kind: 'download',
    taskId: task.taskId,
    captureIndex: capture.index,
    sku: `ARCLGD-M${suffix}`,
    orderName: `Archive download ${capture.captureId.slice(0, 8)} ${new Date(createdAt).toISOString().slice(0, 7)}`,
    projectName: task.projectName,
    geometry: footprintOf(scene),
    parameters: { outcome_id: capture.captureId, processing_level: spec.level },
    further: {},
    level: spec.level,
    createdAt,
  };
}

const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7);

interface Download {
  owner: string;
  taskId: number;
  index: number;
  level: string;
  ms: number;
}

const keyOf = ({ owner, taskId, index, level, ms }: Download) =>
  [owner, taskId, index, level, monthOf(ms)].join(' ');

/** Creates the function that records the download of a file: one order for each capture, level and month. */
export function createArchiveDownloads({ world, now }: { world: World; now: () => number }) {
  const noted = new Set<string>();
  for (const { kind, owner, taskId, captureIndex, level, createdAt } of world.allOrders())
    if (kind === 'download')
      noted.add(keyOf({ owner, taskId, index: captureIndex ?? 0, level, ms: createdAt }));

  return (scene: PracticeScene) => {
    const { task, capture, spec } = scene;
    const { owner, taskId } = task;
    const key = keyOf({ owner, taskId, index: capture.index, level: spec.level, ms: now() });
    if (noted.has(key)) return;
    noted.add(key);
    world.addOrder(downloadOrder(scene, now()));
  };
}
