import { describe, expect, it } from 'vitest';
import { wireOrderCaptureSchema, wireOrderEventSchema, wireOrderSchema } from './orders-wire.ts';

describe('an event, whose payload nobody documents', () => {
  const read = (fields: object) => wireOrderEventSchema.parse(fields);

  it.each(['time', 'timestamp', 'at', 'occurred_at', 'event_time', 'created_at', 'datetime', 'date'])(
    'has its time by %s',
    (name) => {
      expect(read({ [name]: '2026-01-01T00:00:00Z' }).at).toBe('2026-01-01T00:00:00Z');
    },
  );

  it.each(['kind', 'event_type', 'type', 'event', 'name', 'code', 'action'])('has its kind by %s', (name) => {
    expect(read({ [name]: 'delivered' }).kind).toBe('delivered');
  });

  it.each([
    ['eventId', ['event_id', 'id', 'uuid']],
    ['status', ['status', 'new_status', 'state']],
    ['reason', ['reason', 'status_reason', 'message', 'detail', 'description']],
    ['captureId', ['capture_id', 'capture']],
    ['deliverableId', ['deliverable_id', 'deliverable']],
  ] as const)('has its %s by %j', (field, names) => {
    for (const name of names) expect(read({ [name]: 'one' })[field]).toBe('one');
  });

  it('names what it is about by an object, too', () => {
    expect(read({ capture: { capture_id: 'c1' }, deliverable: { id: 'd1' } })).toMatchObject({
      captureId: 'c1',
      deliverableId: 'd1',
    });
  });

  it('says nothing where it says nothing', () => {
    expect(new Set(Object.values(read({ at: '' })))).toEqual(new Set([null]));
  });
});

describe('an order', () => {
  it.each([
    ['orderId', ['order_id', 'id']],
    ['project', ['project_name', 'project']],
    ['name', ['order_name', 'name']],
    ['productName', ['product_name', 'product']],
    ['createdAt', ['created_at', 'created_time', 'created']],
    ['updatedAt', ['updated_at', 'updated_time', 'updated']],
  ] as const)('has its %s by %j', (field, names) => {
    for (const name of names)
      expect(wireOrderSchema.parse({ order_id: '000383', [name]: '000383' })[field]).toBe('000383');
  });

  it('is no order without an identifier', () => {
    expect(wireOrderSchema.safeParse({ order_name: 'harbour' }).success).toBe(false);
    expect(wireOrderSchema.safeParse('000383').success).toBe(false);
  });
});

it.each([
  ['captureId', ['capture_id', 'id', 'sceneset_id', 'outcome_id']],
  ['start', ['start', 'acquired_at', 'captured_at', 'datetime']],
  ['satelliteName', ['satellite_name', 'satellite']],
  ['reason', ['status_reason', 'reason']],
  ['updatedAt', ['updated_at', 'updated']],
] as const)('a capture has its %s by %j', (field, names) => {
  for (const name of names)
    expect(wireOrderCaptureSchema.parse({ capture_id: 'c1', [name]: 'c1' })[field]).toBe('c1');
});
