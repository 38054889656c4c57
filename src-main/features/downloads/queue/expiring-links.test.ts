import { expect, it } from 'vitest';
import { runExpiringLinks } from '../../../../testing/expiring-links.ts';

it('twenty files of five scenes whose links die in the middle again and again: all arrive, one query per expiry', async () => {
  // Links expire after 0.3 instead of three seconds; at full length: `npm run torture -- links`.
  const { files, whole, scenes, errors } = await runExpiringLinks({
    expiryMs: 300,
    fileBytes: 500_000,
    bytesPerSecond: 300_000,
    waitFactor: 0.1,
  });
  expect(errors).toEqual([]);
  expect({ files, whole }).toEqual({ files: 20, whole: 20 });
  for (const { queries, expiries } of scenes) {
    expect(expiries).toBeGreaterThanOrEqual(5);
    expect(queries).toBeLessThanOrEqual(1.2 * expiries);
  }
});
