import type { TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Transfer, transferStateSchema } from '../../../src-preload/contract/delivery.ts';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { wordsOf } from '../../../testing/i18n/words.ts';
import { transferOrigin, transferPercent, transferText } from './transfer-text.ts';

const base: Transfer = {
  fileId: libraryFileIdSchema.parse(1),
  librarySceneId: librarySceneIdSchema.parse(1),
  sceneName: 'scene',
  taskName: null,
  project: null,
  takenAt: null,
  fileName: 'a.tif',
  state: 'running',
  position: 1,
  ranges: 1,
  attempts: 0,
  restartedBecause: null,
  doneBytes: 25_000_000,
  totalBytes: 100_000_000,
  bytesPerSecond: 5_000_000,
  error: null,
  waitsUntil: null,
  queuedAt: '2026-01-01T00:00:00Z',
  finishedAt: null,
  sha256: null,
};
const offline = { code: 'OFFLINE', data: { host: 'catalog.example.com' } };

describe('the line below a transfer', () => {
  let t: TFunction;
  beforeAll(async () => {
    t = await wordsOf('en');
  });
  const text = (patch: Partial<Transfer>) =>
    transferText(t, 'en', { ...base, ...patch }, Date.parse('2026-01-01T00:00:00Z')).replaceAll(/\s/g, ' ');

  it('tells progress, rate and time left', () => {
    expect(text({})).toBe('25 MB of 100 MB · 5 MB/s · 15 sec left');
    expect(text({ totalBytes: null })).toBe('25 MB · 5 MB/s');
    expect(text({ bytesPerSecond: 0 })).toBe('Running · 25 MB of 100 MB');
  });

  it('tells why it waits and until when, or failed and what to do', () => {
    expect(text({ state: 'waiting', error: offline, waitsUntil: '2026-01-01T00:10:00Z' })).toBe(
      'No network · next attempt 00:10 UTC',
    );
    expect(text({ state: 'waiting', error: offline, waitsUntil: '2026-01-02T00:10:00Z' })).toBe(
      'No network · next attempt Jan 2, 2026, 00:10 UTC',
    );
    expect(text({ state: 'waiting', error: offline })).toBe('No network');
    const full = { code: 'DISK_FULL', data: { path: '/data', neededBytes: 75_000_000 } };
    expect(text({ state: 'waiting', error: full })).toMatch(
      /^The disk is full\. There is no space left at \/data\. Free some space, .* 75 MB are needed\.$/,
    );
    expect(text({ state: 'failed', error: offline })).toMatch(
      /^No network\. catalog\.example\.com cannot .* try again\./,
    );
  });

  it('says how many connections bring it, and why it was begun anew', () => {
    expect(text({ ranges: 4, restartedBecause: 'changed-size' })).toBe(
      '25 MB of 100 MB · 5 MB/s · 15 sec left · 4 connections · Restarted: its size changed at the service',
    );
    expect(text({ state: 'queued', doneBytes: 0, totalBytes: null })).toBe('Queued');
    expect(text({ state: 'waiting', error: offline, attempts: 3 })).toBe('No network · 3 attempts');
  });

  it('has words for every state', () => {
    for (const state of transferStateSchema.options) {
      expect(text({ state, bytesPerSecond: null })).toMatch(/^[A-Z][a-z]+ · \d/);
    }
  });
});

describe('the bar', () => {
  it('is full when done, and never beyond', () => {
    expect(transferPercent(base)).toBe(25);
    expect(transferPercent({ ...base, state: 'done', totalBytes: null })).toBe(100);
    expect(transferPercent({ ...base, doneBytes: 120_000_000 })).toBe(100);
    expect(transferPercent({ ...base, totalBytes: null })).toBe(0);
    expect(transferPercent({ ...base, totalBytes: 0, doneBytes: 0 })).toBe(0);
  });
});

it('says which scene a file belongs to as people name it, and by its id only where nothing else is known', () => {
  const named = { ...base, project: 'Coast', taskName: 'harbour', takenAt: '2026-03-02T23:30:00Z' };
  expect(transferOrigin('en', named)).toBe('Coast · harbour · Mar 2, 2026');
  expect(transferOrigin('en', base)).toBe(base.sceneName);
});
