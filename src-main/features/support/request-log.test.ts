import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestFilter } from '../../../src-preload/contract/activity.ts';
import { makeLogEntry } from '../../../testing/log-entry.ts';
import { createRequestLog } from './request-log.ts';

const all: RequestFilter = { text: '', failedOnly: false, origin: null, upTo: null };
const page = { offset: 0, limit: 5_000 };
const quiet = () => createRequestLog({ changed: () => undefined, thorough: (text) => text });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the request log', () => {
  it('keeps the last ones, the newest first; parts of files push out nothing else', () => {
    const log = quiet();
    log.add(makeLogEntry({ address: 'https://a.invalid/first' }), 'task');
    for (let i = 0; i < 5_000; i += 1) log.add(makeLogEntry({ address: 'https://c.invalid/x' }), 'downloads');
    const { rows, total, newestId, origins } = log.list(all, page);
    expect(rows[0]?.id).toBe(5_001);
    expect(rows.at(-1)).toMatchObject({ id: 1, requestOrigin: 'task', address: 'https://a.invalid/first' });
    expect(total).toBeGreaterThanOrEqual(501);
    expect(total).toBeLessThan(600);
    expect(newestId).toBe(5_001);
    expect(origins).toEqual(['https://a.invalid', 'https://c.invalid']);
    for (let i = 0; i < 5_000; i += 1) log.add(makeLogEntry(), 'task-sync');
    expect(log.list({ ...all, origin: 'https://c.invalid' }, page).total).toBeGreaterThanOrEqual(500);
    expect(log.list({ ...all, origin: 'https://a.invalid' }, page).total).toBeLessThan(2_200);
    expect(() => log.get(1)).toThrow('NOT_FOUND');
  });

  it('keeps exactly so many: 2,000, and 500 parts of files, with a sixteenth more before it lets them go', () => {
    for (const [requestOrigin, most, least] of [
      ['task', 2_125, 2_000],
      ['downloads', 531, 500],
    ] as const) {
      const log = quiet();
      for (let i = 0; i < most; i += 1) log.add(makeLogEntry(), requestOrigin);
      expect(log.list(all, page).total).toBe(most);
      log.add(makeLogEntry(), requestOrigin);
      expect(log.list(all, page).total).toBe(least);
    }
  });

  it.each([
    [{ status: 200 }, false],
    [{ status: 299 }, false],
    [{ status: 300 }, true],
    [{ status: 404 }, true],
    [{ status: null }, false],
    [{ status: null, error: 'UNREACHABLE' }, true],
    [{ status: 200, error: 'BAD_ANSWER' }, true],
  ])('takes %j for failed: %s', (about, is) => {
    const log = quiet();
    log.add(makeLogEntry(about), 'task');
    expect(log.list({ ...all, failedOnly: true }, page).total).toBe(is ? 1 : 0);
  });

  it('has nothing of what it was not told, and no origin of what is no address', () => {
    const log = quiet();
    expect(log.list(all, page)).toEqual({ total: 0, rows: [], newestId: 0, origins: [] });
    log.add(makeLogEntry({ address: 'no address' }), 'task');
    expect(log.list(all, page).origins).toEqual(['']);
    expect(() => log.get(7)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND', data: { what: 'request 7' } }),
    );
    expect(log.get(1)).toMatchObject({ id: 1, sentBody: null, receivedBody: null });
  });

  it('tells of what was not received as that', () => {
    const log = quiet();
    log.add(makeLogEntry({ receivedHeaders: null }), 'task');
    expect(log.get(1).receivedHeaders).toBeNull();
  });

  it('holds nobody who would end, and tells at once when it was cleared', () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const changed = vi.fn();
    const log = createRequestLog({ changed, thorough: (text) => text });
    log.add(makeLogEntry(), 'task');
    expect(timer.mock.results[0]?.value.hasRef()).toBe(false);
    timer.mockRestore();
    log.clear();
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('tells of the end of a transfer too, and bounds what it said then', () => {
    const changed = vi.fn();
    const log = createRequestLog({ changed, thorough: (text) => text });
    const old = makeLogEntry({ receivedBody: 'old' });
    log.add(old, 'downloads');
    const entry = makeLogEntry({ underWay: true });
    log.add(entry, 'downloads');
    vi.advanceTimersByTime(500);
    changed.mockClear();
    entry.receivedBody = 'x'.repeat(6_000_000);
    log.ended(entry);
    expect(log.get(1).receivedBody).toBeNull();
    expect(log.get(2).receivedBody).toHaveLength(6_000_000);
    vi.advanceTimersByTime(499);
    expect(changed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('counts what was sent with what was received, each of which may be alone', () => {
    const log = quiet();
    log.add(makeLogEntry({ sentBody: 'x'.repeat(2_000_000) }), 'task');
    log.add(makeLogEntry({ receivedBody: 'x'.repeat(2_000_000) }), 'task');
    log.add(makeLogEntry({ sentBody: 'x', receivedBody: 'x'.repeat(1_999_999) }), 'task');
    expect(log.get(1).sentBody).not.toBeNull();
    log.add(makeLogEntry({ sentBody: 'x' }), 'task');
    expect(log.get(1).sentBody).toBeNull();
    expect(log.get(2).receivedBody).not.toBeNull();
    log.add(makeLogEntry({ receivedBody: 'x'.repeat(2_000_000) }), 'task');
    expect(log.get(2).receivedBody).toBeNull();
  });

  it('is filtered by words, failure, origin and a mark up to which it is held', () => {
    const log = quiet();
    log.add(makeLogEntry({ address: 'https://a.invalid/tasking/products/', what: 'products' }), 'reference');
    log.add(makeLogEntry({ status: 503 }), 'task-sync');
    log.add(makeLogEntry({ status: null, error: 'UNREACHABLE' }), 'task-sync');
    log.add(makeLogEntry({ address: 'https://b.invalid/v2/orders', method: 'POST' }), 'outbox');
    const ids = (filter: Partial<RequestFilter>) =>
      log.list({ ...all, ...filter }, page).rows.map(({ id }) => id);
    expect(ids({ text: 'PRODUCTS' })).toEqual([1]);
    expect(ids({ text: 'post' })).toEqual([4]);
    expect(ids({ text: ' unreachable ' })).toEqual([3]);
    expect(ids({ failedOnly: true })).toEqual([3, 2]);
    expect(ids({ origin: 'https://b.invalid' })).toEqual([4]);
    expect(ids({ upTo: 2 })).toEqual([2, 1]);
    expect(log.list(all, { offset: 1, limit: 2 }).rows.map(({ id }) => id)).toEqual([3, 2]);
    log.clear();
    expect(log.list(all, page)).toMatchObject({ total: 0, rows: [], origins: [] });
  });

  it('shows a transfer while it is under way, and what became of it', () => {
    const log = quiet();
    const entry = makeLogEntry({ underWay: true, sizeBytes: null });
    log.add(entry, 'downloads');
    expect(log.get(1)).toMatchObject({ underWay: true, sizeBytes: null });
    Object.assign(entry, { underWay: false, sizeBytes: 7_000, durationMs: 90 });
    log.ended(entry);
    expect(log.list(all, page).rows[0]).toMatchObject({ underWay: false, sizeBytes: 7_000, durationMs: 90 });
  });

  it('lets the oldest bodies go, not their requests', () => {
    const log = quiet();
    const receivedBody = 'x'.repeat(60_000);
    for (let i = 0; i < 200; i += 1) log.add(makeLogEntry({ status: 500, receivedBody }), 'task-sync');
    expect(log.list(all, page).total).toBe(200);
    expect(log.get(1).receivedBody).toBeNull();
    expect(log.get(200).receivedBody).toBe(receivedBody);
    const kept = Array.from({ length: 200 }, (_, i) => log.get(i + 1).receivedBody?.length ?? 0);
    expect(kept.reduce((sum, size) => sum + size)).toBe(100 * 60_000);
  });

  it('looks through what it hands out once more', () => {
    const log = createRequestLog({
      changed: () => undefined,
      thorough: (text) => text.replaceAll('CANARY', '***'),
    });
    const texts = { sentHeaders: { a: 'CANARY' }, receivedHeaders: { b: 'CANARY' } };
    log.add(makeLogEntry({ ...texts, sentBody: '"CANARY"', receivedBody: 'CANARY' }), 'task');
    expect(JSON.stringify(log.get(1))).not.toContain('CANARY');
  });

  it('tells of many entries once, and again later', () => {
    const changed = vi.fn();
    const log = createRequestLog({ changed, thorough: (text) => text });
    for (let i = 0; i < 100; i += 1) log.add(makeLogEntry(), 'task');
    expect(changed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    expect(changed).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_000);
    expect(changed).toHaveBeenCalledTimes(1);
    log.add(makeLogEntry(), 'task');
    vi.advanceTimersByTime(500);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
