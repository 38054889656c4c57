import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRedactor } from '../../service/redaction/redact.ts';
import { createAppLog } from './app-log.ts';
import { createNotices } from './notices.ts';

const at = () => new Date('2026-01-02T03:04:05Z');

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
    const log = createAppLog({ folder, now: at, redact: redactor.thorough });
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
    expect(lines[2]).not.toHaveProperty('cause');
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('is moved aside when it is long, one older one kept', () => {
    const log = createAppLog({ folder, now: at, redact: (text) => text });
    log.info('one');
    // The log is renamed only above two mebibytes.
    writeFileSync(path(), 'x'.repeat(2_097_152));
    log.info('and a half');
    expect(readdirSync(join(folder, 'logs'))).toEqual(['nadir.log']);
    writeFileSync(path(), 'x'.repeat(2_097_153));
    log.info('two');
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['nadir.log', 'nadir.log.1']);
    expect(readFileSync(path(), 'utf8')).toContain('"two"');
  });

  it.skipIf(process.platform === 'win32')(
    'is begun anew where a pipe is in its place, which would be waited for',
    () => {
      mkdirSync(join(folder, 'logs'));
      execFileSync('mkfifo', [path()]);
      const log = createAppLog({ folder, now: at, redact: (text) => text });
      log.info('written');
      expect(statSync(path()).isFile()).toBe(true);
      expect(readFileSync(path(), 'utf8')).toContain('"written"');
      expect(readdirSync(join(folder, 'logs')).filter((name) => name.includes('.kept-'))).toHaveLength(1);
    },
  );

  it('tells of an error without a cause, and of a cause that is no error', () => {
    const log = createAppLog({ folder, now: at, redact: (text) => text });
    log.defect({ reference: 'A', path: 'x', error: new Error('alone') });
    log.defect({ reference: 'B', path: 'x', error: new Error('with', { cause: 'a word' }) });
    const [alone, caused] = readFileSync(path(), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(alone).not.toHaveProperty('cause');
    expect(caused.cause).toBe('a word');
  });

  it('that cannot be written stops nothing', () => {
    writeFileSync(join(folder, 'logs'), 'a file in its place');
    expect(() => createAppLog({ folder, now: at, redact: (text) => text }).info('started')).not.toThrow();
  });
});
