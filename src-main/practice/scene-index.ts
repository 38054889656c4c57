import { captureIdOf, type PracticeCapture, placeOfCapture, planOf, taskState } from './life-cycle.ts';
import type { PracticeOptions } from './options.ts';
import type { BulkOrders } from './orders/bulk-orders.ts';
import { type PracticeScene, scenesOf } from './practice-scene.ts';
import type { PracticeTask } from './records.ts';
import type { World } from './world.ts';

/** The task of a capture or scene, and the index of the capture. */
export interface CapturePlace {
  taskId: number;
  index: number;
}

/** What `createSceneIndex` needs. */
export interface SceneIndexOptions {
  world: World;
  bulk: BulkOrders;
  options: PracticeOptions;
  now: () => number;
}

/** Creates the functions that find the present captures and scenes. */
export function createSceneIndex({ world, bulk, options, now }: SceneIndexOptions) {
  const publishedOf = (task: PracticeTask) =>
    taskState(task, now(), options.speed).captures.filter(
      ({ status, index }) => status === 'published' && !task.ordered?.rejected.includes(index),
    );

  function subject(taskId: number): PracticeTask | undefined {
    const row = bulk.rowOfTask(taskId);
    return row === null ? world.subject(taskId) : bulk.task(row);
  }

  /** The task and index of every possible capture by its id; filled when tasks are added. */
  const places = new Map<string, CapturePlace>();
  let indexedTasks = 0;

  function placeOf(captureId: string) {
    const indexed = placeOfCapture(captureId) ?? places.get(captureId);
    if (indexed) return indexed;
    let seenTasks = 0;
    for (const task of world.subjects()) {
      seenTasks += 1;
      if (seenTasks <= indexedTasks) continue;
      for (const index of planOf(task, options.speed).passes.keys())
        places.set(captureIdOf(task, index), { taskId: task.taskId, index });
    }
    indexedTasks = seenTasks;
    return places.get(captureId);
  }

  function captureOf(captureId: string): { task: PracticeTask; capture: PracticeCapture } | undefined {
    const place = placeOf(captureId);
    const task = place && subject(place.taskId);
    const capture = task && publishedOf(task).find(({ index }) => index === place.index);
    return task && capture && { task, capture };
  }

  const ofSubject = (task: PracticeTask | undefined, index: number): PracticeScene[] => {
    const capture = task && publishedOf(task).find((candidate) => candidate.index === index);
    return task && capture ? scenesOf(task, capture, options) : [];
  };

  return {
    /** Returns a V1 task, or the task of a stored or bulk order. */
    subject,
    /** Returns the published capture with this id, for any owner. */
    captureOf,
    /** Returns the scenes of a capture; an empty list if it is not published. */
    ofSubject,
    /** Returns the scenes of a capture if its task belongs to the owner. */
    ofCapture(captureId: string, owner: string): PracticeScene[] {
      const found = captureOf(captureId);
      return found?.task.owner === owner ? scenesOf(found.task, found.capture, options) : [];
    },
    /** Returns a scene by its id; needs no search if its place is given. */
    find(sceneId: string, place: CapturePlace | undefined): PracticeScene | undefined {
      const scenes = place && ofSubject(subject(place.taskId), place.index);
      if (scenes) return scenes.find((scene) => scene.sceneId === sceneId);
      for (const task of world.subjects()) {
        for (const capture of publishedOf(task)) {
          const scene = scenesOf(task, capture, options).find((candidate) => candidate.sceneId === sceneId);
          if (scene) return scene;
        }
      }
      return undefined;
    },
  };
}
