import { afterEach, expect, it } from 'vitest';
import { libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { createDeliveryHarness, type DeliveryHarness } from '../../../../testing/delivery-harness.ts';

const now = Date.parse('2026-01-02T03:04:05Z');
let harness: DeliveryHarness;
afterEach(() => harness.end());

it.each([
  ['what waited for ten seconds waits for them', '2026-01-02T03:04:15Z', 10_000],
  ['what was due is due', '2026-01-02T03:00:00Z', 0],
  ['what does not say how long is due', null, 0],
  // The clock may have been changed since.
  ['nothing waits for more than a minute', '2027-01-02T03:04:05Z', 60_000],
])('after a start %s', async (_, waitsUntil, ms) => {
  harness = createDeliveryHarness('http://127.0.0.1:9', {
    now: () => now,
    limits: () => ({ bytesPerSecond: 0, connectionsPerFile: 1, filesAtOnce: 1 }),
  });
  harness.add(1);
  const fileId = libraryFileIdSchema.parse(1);
  harness.table().enqueue([fileId]);
  harness.table().setState(fileId, 'waiting', { waitsUntil });
  harness.delivery.start();
  expect(harness.waiting()).toEqual([ms]);
  harness.passTime();
  expect(harness.state(1)).toBe('queued');
});
