import type { Row } from '../src-main/service/api/service-client.ts';
import {
  type WireCapture,
  type WireTask,
  wireCaptureSchema,
  wireTaskSchema,
} from '../src-main/service/api/wire.ts';
import { connectionIdSchema, contractIdSchema, type Scope } from '../src-preload/contract/ids.ts';

export const testScope: Scope = {
  connectionId: connectionIdSchema.parse('test'),
  contractId: contractIdSchema.parse('cont.1'),
};

/** A task as the service lists it; what is given replaces or adds. */
export function taskRow(taskId: number, fields: Record<string, unknown> = {}): Row<WireTask> {
  const raw = {
    task_id: taskId,
    task_name: `Task ${taskId}`,
    project_name: 'Coast',
    product: 169,
    start: '2026-03-01T00:00:00Z',
    end: '2026-04-01T00:00:00Z',
    priority: 50,
    client: 'north-office',
    target: { type: 'Point', coordinates: [(taskId % 360) - 180, (taskId % 170) - 85, 0] },
    created_time: new Date(Date.UTC(2026, 0, 1) + taskId * 60_000).toISOString().replace('Z', '000Z'),
    status: 'received',
    ...fields,
  };
  return { parsed: wireTaskSchema.parse(raw), raw };
}

export function captureRow(
  captureId: string,
  status: string,
  fields: Record<string, unknown> = {},
): Row<WireCapture> {
  const raw = {
    capture_id: captureId,
    status,
    start: '2026-03-02T10:30:00Z',
    satellite_name: 'SN33',
    ...fields,
  };
  return { parsed: wireCaptureSchema.parse(raw), raw };
}
