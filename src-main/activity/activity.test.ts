import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRedactor } from '../service/redact.ts';
import { createAppLog } from './app-log.ts';
import { createNotices } from './notices.ts';
import { createRequestLog } from './request-log.ts';

const at = () => new Date('2026-01-02T03:04:05Z');

describe('the request log', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const entry = (address: string) => ({
    at: at().toISOString(),
    method: 'GET',
    address,
    status: 200,
    durationMs: 1,
    sizeBytes: 2,
    attempt: 1,
    error: null,
  });

  it('keeps the last thousand, the newest first', () => {
    const log = createRequestLog({ changed: () => undefined });
    for (let i = 1; i <= 1_200; i += 1) log.add(entry(`https://a.invalid/${i}`));
    expect(log.latest(2).map(({ id, address }) => [id, address])).toEqual([
      [1_200, 'https://a.invalid/1200'],
      [1_199, 'https://a.invalid/1199'],
    ]);
    expect(log.latest(5_000)).toHaveLength(1_000);
  });

  it('tells of many entries once, and again later', () => {
    const changed = vi.fn();
    const log = createRequestLog({ changed });
    for (let i = 0; i < 100; i += 1) log.add(entry('https://a.invalid/'));
    expect(changed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    expect(changed).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_000);
    expect(changed).toHaveBeenCalledTimes(1);
    log.add(entry('https://a.invalid/'));
    vi.advanceTimersByTime(500);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});

it('notices are listed until they are dismissed', () => {
  const changed = vi.fn();
  const notices = createNotices({ now: at, changed });
  notices.add('settings-kept-aside', { path: '/a' });
  notices.add('database-kept-aside', { path: '/b' });
  const [first, second] = notices.list();
  expect(first).toMatchObject({
    kind: 'settings-kept-aside',
    data: { path: '/a' },
    at: '2026-01-02T03:04:05.000Z',
  });
  notices.dismiss(first?.id ?? '');
  notices.dismiss('unknown');
  expect(notices.list()).toEqual([second]);
  expect(changed).toHaveBeenCalledTimes(4);
});

describe('the log', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nadir-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const path = () => join(folder, 'logs', 'nadir.log');

  it('has a line of JSON per event, a defect with its stack and causes, and no secret', () => {
    const redactor = createRedactor();
    redactor.remember('s3cr"et\\value');
    const log = createAppLog({ folder, now: at, redact: redactor.text });
    log.info('started', { version: '1', odd: 's3cr"et\\value' });
    const cause = new Error('GET https://u:pw@a.invalid/v2/token/CANARY1/raster?token=CANARY2');
    log.defect({ reference: 'AB12', path: 'tasking.list', error: new Error('Bearer CANARY3', { cause }) });
    log.defect({ reference: 'AB13', path: 'x', error: 'just {"access_token":"CANARY4"} words' });
    const text = readFileSync(path(), 'utf8');
    expect(text).not.toMatch(/CANARY|s3cr|u:pw/);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { at: '2026-01-02T03:04:05.000Z', level: 'info', event: 'started', version: '1' },
      { level: 'error', event: 'defect', reference: 'AB12', where: 'tasking.list' },
      { reference: 'AB13' },
    ]);
    expect(lines[1].stack).toContain('activity.test.ts');
    expect(lines[1].cause).toContain('a.invalid/v2/token/***/raster?token=***');
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o077).toBe(0);
  });

  it('is moved aside when it is long, one older one kept', () => {
    const log = createAppLog({ folder, now: at, redact: (text) => text });
    log.info('one');
    writeFileSync(path(), 'x'.repeat(2 * 1_024 * 1_024 + 1));
    log.info('two');
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['nadir.log', 'nadir.log.1']);
    expect(readFileSync(path(), 'utf8')).toContain('"two"');
  });

  it('that cannot be written stops nothing', () => {
    writeFileSync(join(folder, 'logs'), 'a file in its place');
    expect(() => createAppLog({ folder, now: at, redact: (text) => text }).info('started')).not.toThrow();
  });
});
