import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import type { Bill } from '../../../src-preload/contract/bills.ts';
import { connectionIdSchema } from '../../../src-preload/contract/ids.ts';
import { exportWhole } from './export-whole.ts';

const billOf = (computedAt: string): Bill => ({
  terms: {
    connectionId: connectionIdSchema.parse('c'),
    contracts: null,
    firstDay: '2026-01-01',
    lastDay: '2026-01-31',
    timeZone: 'UTC',
  },
  from: '',
  to: '',
  computedAt,
  totals: [],
  parts: [],
  sync: [],
  unbilled: 0,
  openOrders: 0,
  counts: {
    rows: 0,
    'no-quantity': 0,
    'not-on-disk': 0,
    twice: 0,
    provisional: 0,
    'no-time': 0,
    'other-status': 0,
  },
});
const conflict = new ORPCError('CONFLICT', { data: { detail: 'bill' } });

it('writes a single computation: restarts when the bill changes before its last page', async () => {
  const written: string[] = [];
  let inForce = 1;
  const file = await exportWhole({
    bill: billOf('1'),
    async write({ computedAt }) {
      const pages: string[] = [];
      for (let page = 0; page < 3; page += 1) {
        // A sync happens between the pages of the first two bills.
        if (page === 1 && inForce < 3) inForce += 1;
        if (computedAt !== String(inForce)) throw conflict;
        pages.push(computedAt);
      }
      written.push(pages.join(''));
      return pages.join('');
    },
    latest: async () => billOf(String(inForce)),
  });
  expect(file).toBe('333');
  expect(written).toEqual(['333']);
});

it('gives up if the bill keeps changing, and at once after any other failure', async () => {
  let tries = 0;
  const failing = (error: unknown) =>
    exportWhole({
      bill: billOf('1'),
      write() {
        tries += 1;
        return Promise.reject(error);
      },
      latest: async (bill) => bill,
    });
  await expect(failing(conflict)).rejects.toBe(conflict);
  expect(tries).toBe(5);
  await expect(failing(new Error('full'))).rejects.toThrow('full');
  expect(tries).toBe(6);
});
