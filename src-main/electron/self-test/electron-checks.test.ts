import { describe, expect, it } from 'vitest';
import type { FakeElectron } from '../../../testing/electron/fake-electron.ts';
import { mockElectron } from '../../../testing/electron/mock-electron.ts';
import { NotTriedError } from '../../self-test/check.ts';

const context = () => ({ folder: '', signal: new AbortController().signal });

async function load(platform: NodeJS.Platform = 'linux') {
  const fake = mockElectron(platform);
  const checks = await import('./electron-checks.ts');
  const { openTrialWindow } = await import('./trial-window.ts');
  return { fake, openTrialWindow, ...checks };
}

describe('the check of the window', () => {
  it('is ok where its page comes, and never shows it', async () => {
    const { fake, windowCheck, openTrialWindow } = await load();
    const outcome = await windowCheck(() => openTrialWindow('nadir://app/self-test', {})).run(context());
    expect(outcome).toEqual({
      outcome: 'ok',
      words: expect.stringMatching(/after \d+ ms, ready-to-show after/),
    });
    expect(fake.windows.map((window) => window.isVisible())).toEqual([false]);
  });

  it('says so where it is not painted while it is hidden', async () => {
    const { fake, windowCheck, openTrialWindow } = await load();
    fake.fate.isPainted = false;
    const outcome = await windowCheck(() => openTrialWindow('nadir://app/self-test', {})).run(context());
    expect(outcome).toEqual({ outcome: 'ok', words: expect.stringContaining('ready-to-show does not come') });
  });

  it('fails where its page does not come, and closes it', async () => {
    const { fake, windowCheck, openTrialWindow } = await load();
    fake.fate.loads = 'fails';
    const opening = windowCheck(() => openTrialWindow('nadir://app/self-test', {})).run(context());
    await expect(opening).rejects.toThrow('its page cannot be loaded: ERR_UNEXPECTED');
    expect(fake.windows.map((window) => window.isDestroyed())).toEqual([true]);
  });

  it('fails where the process of its page ends', async () => {
    const { fake, openTrialWindow } = await load();
    fake.fate.loads = 'never';
    const opening = openTrialWindow('nadir://app/self-test', {});
    fake.windows[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    await expect(opening).rejects.toThrow('the process of its page has ended: crashed');
  });
});

describe('the check of the port', () => {
  async function outcomeOf(answer: unknown) {
    const { fake, portCheck, openTrialWindow } = await load();
    const { ipcMain } = await import('electron');
    const opened = await openTrialWindow('nadir://app/self-test', {});
    const contents = fake.windows[0]?.webContents;
    if (contents !== undefined) contents.scriptValue = answer;
    const outcome = await portCheck(ipcMain, async () => opened).run(context());
    expect(ipcMain.listenerCount('nadir:ready')).toBe(0);
    return outcome;
  }

  it('is ok where everything comes back', async () => {
    expect(await outcomeOf({ wrong: '', milliseconds: 100 })).toEqual({
      outcome: 'ok',
      words: '200 texts and 256 KB, 0.5 ms each way and back',
    });
  });

  it('fails where something comes back changed, or nothing that can be read', async () => {
    expect(await outcomeOf({ wrong: 'a block of bytes', milliseconds: 1 })).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('a block of bytes comes back changed'),
    });
    await expect(outcomeOf(undefined)).rejects.toThrow();
  });

  it('is not tried without its window', async () => {
    const { portCheck } = await load();
    const { ipcMain } = await import('electron');
    const open = () => Promise.reject(new NotTriedError('no window'));
    await expect(portCheck(ipcMain, open).run(context())).rejects.toThrow(NotTriedError);
  });
});

describe('the check of the page', () => {
  it('fails where it never shows what the application says, and closes its window', async () => {
    const { fake, pageCheck, openTrialWindow } = await load();
    const { ipcMain } = await import('electron');
    const told: string[] = [];
    const outcome = await pageCheck({
      ipcMain,
      start: async () => ({
        router: Object.create(null),
        files: async () => new Response(null),
        openFiles: async () => [],
        addNotice: (kind) => told.push(kind),
        logEvent: () => undefined,
        close: async () => undefined,
      }),
      open: () => openTrialWindow('nadir://app/', {}),
      showMs: 50,
    }).run(context());
    expect(outcome).toMatchObject({ outcome: 'failed', words: expect.stringContaining('does not show') });
    expect(told).toEqual(['desktop-notice']);
    expect(fake.windows.map((window) => window.isDestroyed())).toEqual([true]);
  });
});

describe('the check of notices', () => {
  const outcomeOf = async (
    fate: FakeElectron['notices']['state']['fate'],
    system: NodeJS.Platform = 'linux',
  ) => {
    const { fake, noticeCheck } = await load(system);
    fake.notices.state.fate = fate;
    return noticeCheck(system, 100).run(context());
  };

  it('is ok where one is shown, and where the system says that it refuses', async () => {
    expect(await outcomeOf('shown')).toEqual({ outcome: 'ok', words: 'one was shown' });
    expect(await outcomeOf('fails')).toEqual({
      outcome: 'ok',
      words: expect.stringMatching(
        /^the system refuses them \(Notifications are not allowed\): allow those of Nadir/,
      ),
    });
  });

  it('is not tried where there is no service, and fails where nothing is heard of one', async () => {
    expect(await outcomeOf('unsupported')).toMatchObject({ outcome: 'not tried' });
    expect(await outcomeOf('silent')).toMatchObject({ outcome: 'not tried' });
    expect(await outcomeOf('silent', 'win32')).toMatchObject({ outcome: 'failed' });
  });
});

describe('the check of graphics', () => {
  it('tells what is drawn how, and fails where nothing is known', async () => {
    const { fake, graphicsCheck } = await load();
    fake.app.gpuFeatures = { gpu_compositing: 'enabled', rasterization: 'enabled' };
    expect(await graphicsCheck().run(context())).toEqual({
      outcome: 'ok',
      words: 'gpu_compositing enabled, rasterization enabled',
    });
    fake.app.gpuFeatures = {};
    expect(await graphicsCheck().run(context())).toMatchObject({ outcome: 'failed' });
  });
});
