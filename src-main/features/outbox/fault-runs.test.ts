import { expect, it } from 'vitest';
import { runOutboxFaults } from '../../../testing/fault-runs/outbox.ts';

// All of it: npm run torture -- outbox --seed S --rounds 1000.
it('holds nothing twice and misses nothing, whatever is lost, refused, late or killed', async () => {
  const figures = await runOutboxFaults({ seed: 7, rounds: 6, killEvery: 6 });
  expect(figures.failures).toEqual([]);
  expect(figures.crashes).toBeGreaterThan(2);
  expect(figures.sentAgain).toBeGreaterThan(0);
}, 120_000);
