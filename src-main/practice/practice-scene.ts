import { chanceOf } from './deterministic.ts';
import { type SceneSpec, sceneGeometry, utmZone } from './imagery/scene-spec.ts';
import { captureIdOf, type PracticeCapture } from './life-cycle.ts';
import type { PracticeOptions } from './options.ts';
import { type PracticeTask, products } from './records.ts';
import { satelliteOf } from './satellites.ts';

/** A scene that can be delivered, with its task and capture. */
export interface PracticeScene {
  sceneId: string;
  captureId: string;
  task: PracticeTask;
  capture: PracticeCapture;
  spec: SceneSpec;
}

/** Returns the number of scenes of a capture. */
export const sceneCount = (task: PracticeTask, index: number) =>
  !task.givenPasses && chanceOf('scenes', captureIdOf(task, index)) < 0.15 ? 2 : 1;

/** Returns the outline of a scene, as a GeoJSON polygon. */
export const footprintOf = (scene: PracticeScene) => sceneGeometry(scene.spec).footprint;

function sceneIdOf(task: PracticeTask, capture: PracticeCapture, spec: SceneSpec, part: number): string {
  const stamp = spec.capturedAt.replaceAll(/[-:]/g, '').replace('T', '_').replace('.', '_').replace('Z', '');
  const zone = `${utmZone(spec.longitude)}${spec.latitude < 0 ? 'S' : 'N'}`;
  const { originX, originY } = sceneGeometry(spec);
  const grid = `${Math.round(originX / 1_000)}_${Math.round(originY / 1_000)}`;
  return `${stamp}_${satelliteOf(task.taskId, capture.index)}_${spec.level}_MS_${zone}_${grid}${part > 0 ? `_${part}` : ''}`;
}

/** Returns the scenes of a capture. */
export function scenesOf(
  task: PracticeTask,
  capture: PracticeCapture,
  options: Pick<PracticeOptions, 'stripsOnly' | 'sceneSizePx'>,
): PracticeScene[] {
  const product = products.find((candidate) => candidate.pk === task.product);
  const level = options.stripsOnly ? 'L1B' : (task.ordered?.level ?? product?.level ?? 'L1D_SR');
  const gsdMetres = level === 'L1D_SR' ? 0.7 : 1;
  const count = sceneCount(task, capture.index);
  return Array.from({ length: count }, (_, part) => {
    // The second scene is south of the first, with a small overlap.
    const latitude = task.latitude - (part * 0.92 * options.sceneSizePx * gsdMetres) / 111_320;
    const spec: SceneSpec = {
      seed: task.seed,
      longitude: task.longitude,
      latitude,
      capturedAt: new Date(capture.passAt).toISOString(),
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
