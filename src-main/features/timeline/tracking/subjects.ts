import {
  captureIdSchema,
  connectionIdSchema,
  contractIdSchema,
  librarySceneIdSchema,
  orderIdSchema,
  type Scope,
  taskIdSchema,
} from '../../../../src-preload/contract/ids.ts';
import type { Subject } from '../../../../src-preload/contract/tracking.ts';

/** Returns the scope of a stored row: '' means no contract. */
export function scopeOf(row: { connectionId: string; contractId: string }): Scope {
  return {
    connectionId: connectionIdSchema.parse(row.connectionId),
    contractId: row.contractId === '' ? null : contractIdSchema.parse(row.contractId),
  };
}

/** Returns the id under which a subject is stored. */
export function subjectId(subject: Subject): string {
  switch (subject.kind) {
    case 'task':
      return String(subject.taskId);
    case 'order':
      return subject.orderId;
    case 'capture':
      return subject.captureId;
    case 'scene':
      return String(subject.librarySceneId);
  }
}

/** Returns the subject of a stored kind and id; null if the kind is unknown. */
export function subjectOf(kind: string, id: string): Subject | null {
  switch (kind) {
    case 'task':
      return { kind, taskId: taskIdSchema.parse(Number(id)) };
    case 'order':
      return { kind, orderId: orderIdSchema.parse(id) };
    case 'capture':
      return { kind, captureId: captureIdSchema.parse(id) };
    case 'scene':
      return { kind, librarySceneId: librarySceneIdSchema.parse(Number(id)) };
    default:
      return null;
  }
}
