import { createHash } from 'node:crypto';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { orderEventSchema } from '../../../src-preload/contract/orders.ts';
import { scopeParams } from '../../core/scope.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import type { WireOrderEvent } from '../../service/api/orders-wire.ts';
import type { Row } from '../../service/api/service-client.ts';
import { redactScene } from '../../service/redaction/redact-scene.ts';
import type { Store } from '../../store/store.ts';
import { createPartReader } from './part-rows.ts';

const upsertEvent = `INSERT INTO order_event VALUES (:connectionId, :contractId, :orderId, :key, :position, :at, :kind, :status,
    :reason, :captureId, :deliverableId, :raw, :seenAt)
  ON CONFLICT DO UPDATE SET position = :position, at = :at, kind = :kind, status = :status, reason = :reason,
    raw = :raw WHERE raw <> :raw`;

/** Creates the function that returns the key of an event: its id, or a hash of its content; equal keys get a number from the second on. */
function createEventKeys() {
  const times = new Map<string, number>();
  return (eventId: string | null, rawText: string): string => {
    const key = eventId ?? createHash('sha1').update(rawText).digest('hex');
    const nth = (times.get(key) ?? 0) + 1;
    times.set(key, nth);
    return nth === 1 ? key : `${key} ${nth}`;
  };
}

/** Creates the table of the events of orders; it has no network access. */
export function createOrderEventTable({ store, now }: { store: Store; now: () => Date }) {
  const { list, raws } = createPartReader(store, orderEventSchema, {
    table: 'order_event',
    columns:
      'event_key AS key, at, kind, status, reason, capture_id AS captureId, deliverable_id AS deliverableId',
    // Events without a time come last.
    order: 'at IS NULL, at, position',
  });
  return {
    /** Stores events and returns whether any was new or changed. No event is ever removed. */
    putEvents(scope: Scope, orderId: OrderId, rows: readonly Row<WireOrderEvent>[]): boolean {
      const keyOf = createEventKeys();
      return store.transaction(() => {
        let written = false;
        for (const [position, { parsed, raw }] of rows.entries()) {
          const rawText = JSON.stringify(redactScene(raw));
          const { changes } = store.run(upsertEvent, {
            ...scopeParams(scope),
            orderId,
            key: keyOf(parsed.eventId, rawText),
            position,
            at: isoTime(parsed.at),
            kind: parsed.kind,
            status: parsed.status,
            reason: parsed.reason,
            captureId: parsed.captureId,
            deliverableId: parsed.deliverableId,
            raw: rawText,
            seenAt: now().toISOString(),
          });
          written ||= changes > 0;
        }
        return written;
      });
    },
    events: list,
    rawEvents: raws,
  };
}
