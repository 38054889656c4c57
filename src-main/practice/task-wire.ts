import { chanceOf, uuidOf } from './deterministic.ts';
import { withFloatAltitudes } from './json-float.ts';
import { type PracticeCapture, taskState } from './life-cycle.ts';
import type { PracticeOptions } from './options.ts';
import type { PracticeTask } from './records.ts';
import { respell } from './respell.ts';
import { satelliteOf } from './satellites.ts';

/** Returns a time in ISO 8601, in whole seconds without a fraction. */
function utc(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/**
 * Creates the functions that return tasks and captures as the service answers them (service §4.4, §4.7), with the fields that
 * the options leave out or add.
 */
export function createTaskWire({ options, now }: { options: PracticeOptions; now: () => number }) {
  const stateOf = (task: PracticeTask) => taskState(task, now(), options.speed);
  function statusOf(task: PracticeTask): string {
    const { status } = stateOf(task);
    const odd = options.unknownStatuses && task.taskId % 9 === 0 && status === 'in_progress';
    return odd ? 'awaiting_weather' : status;
  }

  function wireTask(task: PracticeTask): Record<string, unknown> {
    return {
      task_id: task.taskId,
      task_name: respell(task.taskName, options.respelledNames),
      project_name: respell(task.projectName, options.respelledNames),
      product: task.product,
      start: utc(task.start),
      end: utc(task.end),
      priority: task.priority,
      client: task.client,
      target: { ...task.target, coordinates: withFloatAltitudes(task.target.coordinates) },
      // The interface shows microseconds.
      created_time: new Date(task.createdAt).toISOString().replace('Z', '000Z'),
      status: statusOf(task),
      ...(task.expectedAge === null ? {} : { expected_age: task.expectedAge }),
      ...(options.omitOptionalFields
        ? {}
        : { max_captures: task.maxCaptures, max_simultaneous_captures: task.maxSimultaneousCaptures }),
      ...(options.extraFields
        ? { feasibility_score: chanceOf('feasible', task.taskId), tags: ['practice'] }
        : {}),
    };
  }

  const wireCapture = (task: PracticeTask, capture: PracticeCapture): Record<string, unknown> => ({
    capture_id: capture.captureId,
    start: utc(Math.floor(capture.passAt / 1_000) * 1_000),
    status: options.unknownStatuses && capture.status === 'processing' ? 'quality_check' : capture.status,
    ...(options.omitOptionalFields && capture.status === 'queued'
      ? {}
      : { satellite_name: satelliteOf(task.taskId, capture.index) }),
    ...(task.target.type === 'Polygon' ? { fragment_id: uuidOf('fragment', task.taskId, task.seed) } : {}),
  });

  return { stateOf, statusOf, wireTask, wireCapture };
}
