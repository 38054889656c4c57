import { type TaskRequest, taskRequestSchema } from '../src-preload/contract/task-request.ts';

export const sampleTask: TaskRequest = taskRequestSchema.parse({
  task_name: 'harbour',
  project_name: 'coast',
  product: 169,
  target: { type: 'Point', coordinates: [16.37, 48.2] },
  start: '2026-03-01T00:00:00+01:00',
  end: '2026-03-09T00:00:00+01:00',
});

/** As the service answers: only what every answer has. */
export const sampleTaskAnswer = {
  ...sampleTask,
  task_id: 4_711,
  start: '2026-02-28T23:00:00Z',
  end: '2026-03-08T23:00:00Z',
  target: { type: 'Point', coordinates: [16.37, 48.2, 0] },
  status: 'received',
};
