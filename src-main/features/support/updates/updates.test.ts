import { beforeEach, describe, expect, it } from 'vitest';
import { updateAddressSchema } from '../../../../src-preload/contract/updates.ts';
import { AppError } from '../../../core/app-error.ts';
import type { FoundUpdate, UpdateInstaller } from '../../../core/update-installer.ts';
import { createUpdates, type Updates } from './updates.ts';

const found: FoundUpdate = { version: '0.2.0', sizeBytes: 1_000 };
const transport = { text: async () => '', file: async () => (async function* () {})() };

let managedBy: string | null;
let address: string | null;
let finds: string[];
let restarts: number;
/** What happens while the downloaded file is read again. */
let beforeRestart: () => void;
let told: number;
/** The download that is under way. */
let download: {
  signal: AbortSignal;
  progress: (bytes: number) => void;
  end: (error?: unknown) => void;
} | null;
let findNext: () => Promise<FoundUpdate | null>;
let updates: Updates;

function create({ hasInstaller = true } = {}): Updates {
  const installer: UpdateInstaller = {
    managedBy,
    find(feed) {
      finds.push(feed.address);
      return findNext();
    },
    download: (progress, signal) =>
      new Promise((resolve, reject) => {
        download = { signal, progress, end: (error) => (error === undefined ? resolve() : reject(error)) };
      }),
    async checkAgain() {
      beforeRestart();
    },
    async restart() {
      restarts += 1;
    },
  };
  return createUpdates({
    installer: hasInstaller ? installer : undefined,
    address: () => address,
    transportFor: () => transport,
    changed: () => {
      told += 1;
    },
    onError: () => undefined,
  });
}

/** Lets what was just settled be noticed. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  [managedBy, address, finds, restarts, told, download] = [null, 'https://feed.test/nadir', [], 0, 0, null];
  findNext = async () => found;
  beforeRestart = () => undefined;
  updates = create();
});

async function stage() {
  await updates.check();
  updates.download();
  download?.end();
  await turn();
}

describe('updates are off', () => {
  it('until an address is set, which is then looked at', async () => {
    address = null;
    updates = create();
    await updates.check();
    expect([updates.status().mode, finds]).toEqual(['off', []]);
    address = 'https://feed.test/other';
    updates.settingsChanged();
    await turn();
    expect(finds).toEqual(['https://feed.test/other']);
    expect(updates.status()).toMatchObject({ mode: 'on', phase: 'available' });
  });

  it('where an administrator has switched them off, whatever the settings say', async () => {
    managedBy = '/etc/nadir/nadir-managed.json';
    updates = create();
    await updates.check();
    expect(updates.status()).toMatchObject({ mode: 'managed', managedBy, phase: 'idle' });
    expect(finds).toEqual([]);
    expect(() => updates.download()).toThrow('UPDATE_REFUSED');
    await expect(updates.restart()).rejects.toThrow('UPDATE_REFUSED');
  });

  it('where Nadir cannot replace itself', async () => {
    updates = create({ hasInstaller: false });
    await updates.check();
    expect(updates.status()).toMatchObject({ mode: 'none', phase: 'idle' });
    expect(finds).toEqual([]);
  });
});

it('downloads and restarts only when it is told to, one after the other', async () => {
  await updates.check();
  expect([updates.status().phase, download, restarts]).toEqual(['available', null, 0]);
  await expect(updates.restart()).rejects.toMatchObject({ data: { reason: 'not-offered' } });
  updates.download();
  download?.end();
  await turn();
  expect([updates.status().phase, restarts]).toEqual(['staged', 0]);
  await updates.restart();
  expect([updates.status().phase, restarts]).toEqual(['restarting', 1]);
});

it('waits with the download while files arrive or commands are sent, and says for which', async () => {
  await updates.check();
  updates.note('downloads', true);
  updates.note('commands', true);
  updates.download();
  expect(updates.status()).toMatchObject({ phase: 'waiting', busyWith: ['downloads', 'commands'] });
  updates.note('downloads', false);
  expect(download).toBeNull();
  updates.note('commands', false);
  expect(updates.status().phase).toBe('downloading');
  expect(download).not.toBeNull();
});

it('does not restart while files arrive or commands are sent', async () => {
  await stage();
  updates.note('commands', true);
  await expect(updates.restart()).rejects.toMatchObject({ data: { reason: 'busy' } });
  expect([updates.status().phase, restarts]).toEqual(['staged', 0]);
  updates.note('commands', false);
  await updates.restart();
  expect(restarts).toBe(1);
});

it('does not restart either if a command is sent while the file is read again', async () => {
  await stage();
  beforeRestart = () => updates.note('commands', true);
  await expect(updates.restart()).rejects.toMatchObject({ data: { reason: 'busy' } });
  expect([updates.status().phase, restarts]).toEqual(['staged', 0]);
});

it('offers the download again if the file has changed', async () => {
  await stage();
  beforeRestart = () => {
    throw new AppError('UPDATE_REFUSED', { reason: 'changed', detail: '' });
  };
  await expect(updates.restart()).rejects.toMatchObject({ data: { reason: 'changed' } });
  expect([updates.status().phase, updates.status().version, restarts]).toEqual(['failed', '0.2.0', 0]);
  updates.download();
  expect(updates.status().phase).toBe('downloading');
});

it('ends the download when it is cancelled, and offers it again', async () => {
  await updates.check();
  updates.download();
  const first = download;
  updates.cancel();
  expect(first?.signal.aborted).toBe(true);
  first?.end(new AppError('CANCELLED', {}));
  await turn();
  expect(updates.status()).toMatchObject({ phase: 'available', error: null });
  updates.note('downloads', true);
  updates.download();
  updates.cancel();
  updates.note('downloads', false);
  expect(updates.status().phase).toBe('available');
});

it('tells the progress about a hundred times, however small the pieces are', async () => {
  await updates.check();
  updates.download();
  const before = told;
  for (let bytes = 1; bytes <= 1_000; bytes += 1) download?.progress(bytes);
  expect(told - before).toBe(100);
  expect(updates.status().receivedBytes).toBe(1_000);
});

it('tells why a check or a download failed, and downloads again', async () => {
  const refusal = new AppError('UPDATE_REFUSED', { reason: 'damaged', detail: '' });
  findNext = () => Promise.reject(refusal);
  await updates.check();
  expect(updates.status()).toMatchObject({
    phase: 'failed',
    version: null,
    error: { code: 'UPDATE_REFUSED' },
  });
  findNext = async () => found;
  await updates.check();
  updates.download();
  download?.end(refusal);
  await turn();
  expect(updates.status()).toMatchObject({ phase: 'failed', version: '0.2.0' });
  updates.download();
  download?.end();
  await turn();
  expect(updates.status()).toMatchObject({ phase: 'staged', error: null });
});

it('asks no more in this run once it is put off, but about the restart', async () => {
  await updates.check();
  updates.putOff();
  expect(updates.status().isPutOff).toBe(true);
  updates.download();
  download?.end();
  await turn();
  expect(updates.status()).toMatchObject({ phase: 'staged', isPutOff: false });
});

it('forgets what another address has offered, and ends its download', async () => {
  await updates.check();
  updates.download();
  const first = download;
  findNext = async () => null;
  address = 'https://feed.test/other';
  updates.settingsChanged();
  await turn();
  expect(first?.signal.aborted).toBe(true);
  expect(updates.status()).toMatchObject({ phase: 'current', version: null });
  address = null;
  updates.settingsChanged();
  expect(updates.status()).toMatchObject({ mode: 'off', phase: 'idle' });
});

it('does not look again while an update is downloaded or ready', async () => {
  await stage();
  await updates.check();
  expect([finds.length, updates.status().phase]).toEqual([1, 'staged']);
});

it('takes an address of https alone, without secrets', () => {
  const isGood = (text: string) => updateAddressSchema.safeParse(text).success;
  expect(['https://feed.test', 'https://feed.test:8443/nadir/'].map(isGood)).toEqual([true, true]);
  const bad = [
    'http://feed.test',
    'https://a:b@feed.test',
    'https://feed.test/?key=1',
    'feed.test',
    'https://',
  ];
  expect(bad.map(isGood)).toEqual([false, false, false, false, false]);
});
