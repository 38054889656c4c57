import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeElectron } from '../../testing/electron/fake-electron.ts';
import type { FakeBrowserWindow } from '../../testing/electron/fake-window.ts';
import { mockElectron } from '../../testing/electron/mock-electron.ts';
import { wordsFor } from '../core/words.ts';

/** More turns of the loop than the fake of a window takes to close: turns come in their order, however slow the machine is. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a page', () => {
  let fake: FakeElectron;
  let window: FakeBrowserWindow;
  let at = 0;
  let did: string[];
  beforeEach(async () => {
    fake = mockElectron();
    const { watchPage } = await import('./page-trouble.ts');
    const { BrowserWindow } = await import('electron');
    const opened = new BrowserWindow();
    window = fake.windows[0] ?? expect.fail('no window');
    at = 1_000_000;
    did = [];
    watchPage({
      window: opened,
      now: () => at,
      words: () => wordsFor('en', []),
      showLog: () => void did.push('log'),
      quit: () => void did.push('quit'),
    });
  });
  const end = async (reason: string) => {
    window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });
    await settle();
  };

  it('that ended is loaded again', async () => {
    await end('crashed');
    at += 31_000;
    await end('oom');
    expect(window.webContents.reloads).toBe(2);
    expect(fake.dialogs.messages).toEqual([]);
  });

  it.each([
    ['stays', 0, false],
    ['is left', 1, true],
  ])('that refuses to be left is asked about, and %s', async (_name, button, isClosed) => {
    window.webContents.refusesToLeave = true;
    fake.dialogs.answers.buttons.push(button);
    window.close();
    await settle();
    expect(fake.dialogs.messages).toEqual([
      expect.objectContaining({ buttons: ['Stay', 'Leave'], defaultId: 0, cancelId: 0 }),
    ]);
    expect(window.isDestroyed()).toBe(isClosed);
  });

  it('that ended in good order is not', async () => {
    await end('clean-exit');
    expect(window.webContents.reloads).toBe(0);
  });

  it.each([
    ['the page', 0, 2, []],
    ['the log, and the page', 1, 2, ['log']],
    ['the end', 2, 1, ['quit']],
  ])('that ends again and again is asked about: the user wants %s', async (_name, button, reloads, done) => {
    fake.dialogs.answers.buttons.push(button);
    await end('crashed');
    await end('launch-failed');
    expect(fake.dialogs.messages[0]).toMatchObject({
      buttons: ['Load the page again', 'Show the log', 'Quit Nadir'],
      defaultId: 0,
      cancelId: 0,
    });
    expect(fake.dialogs.messages[0]?.detail).toContain('launch-failed');
    expect(window.webContents.reloads).toBe(reloads);
    expect(did).toEqual(done);
  });

  it('that does not respond is waited for, if the user wants it', async () => {
    fake.dialogs.answers.buttons.push(0);
    window.emit('unresponsive');
    await settle();
    expect(fake.dialogs.messages).toEqual([
      expect.objectContaining({ buttons: ['Wait', 'Load the page again'], defaultId: 0, cancelId: 0 }),
    ]);
    expect(window.webContents.reloads).toBe(0);
  });

  it('that does not respond is ended and loaded again, if the user wants it', async () => {
    fake.dialogs.answers.buttons.push(1);
    window.emit('unresponsive');
    await settle();
    expect(window.webContents.reloads).toBe(1);
    // Its end is no failure: the next one is loaded again without a question.
    await end('crashed');
    expect(window.webContents.reloads).toBe(2);
    expect(fake.dialogs.messages).toHaveLength(1);
  });

  it('that responds again is not asked about any more', async () => {
    fake.dialogs.answers.isAway = true;
    fake.dialogs.answers.buttons.push(1);
    window.emit('unresponsive');
    window.emit('unresponsive');
    await settle();
    window.emit('responsive');
    await settle();
    expect(fake.dialogs.messages).toHaveLength(1);
    expect(window.webContents.reloads).toBe(0);
  });

  it('of a window that is gone is left alone', async () => {
    fake.dialogs.answers.buttons.push(1);
    window.emit('unresponsive');
    window.destroy();
    await settle();
    expect(window.webContents.reloads).toBe(0);
  });
});

describe('the graphics process', () => {
  let fake: FakeElectron;
  let at = 0;
  let restarts: (readonly string[])[];
  async function watch(prepare: (fake: FakeElectron) => void = () => undefined) {
    fake = mockElectron();
    prepare(fake);
    at = 0;
    restarts = [];
    const { watchGraphics } = await import('./page-trouble.ts');
    watchGraphics({
      now: () => at,
      words: () => wordsFor('en', []),
      restart: (args) => void restarts.push(args),
    });
  }
  const fail = async (reason = 'crashed', type = 'GPU') => {
    fake.app.emit('child-process-gone', {}, { type, reason, exitCode: 1 });
    await settle();
  };

  it('that fails three times within a minute is done without, after a word about it', async () => {
    await watch();
    await fail();
    await fail();
    expect(restarts).toEqual([]);
    await fail();
    expect(fake.dialogs.messages[0]?.message).toContain('graphics processor');
    expect(restarts).toEqual([['--disable-gpu']]);
    await fail();
    expect(restarts).toHaveLength(1);
  });

  it('that fails now and then is left to Chromium, and so are other processes', async () => {
    await watch();
    for (let failure = 0; failure < 6; failure += 1) {
      await fail();
      at += 31_000;
    }
    for (let end = 0; end < 6; end += 1) {
      await fail('clean-exit');
      await fail('crashed', 'Utility');
    }
    expect(restarts).toEqual([]);
  });

  it('is not asked for again by a program that does without', async () => {
    await watch(({ app }) => void app.switches.add('disable-gpu'));
    for (let failure = 0; failure < 4; failure += 1) await fail();
    expect(restarts).toEqual([]);
  });
});

describe('a restart', () => {
  it.each([
    ['has the flags of this start', {}, { args: ['/nadir', '--data-dir', 'd', '--disable-gpu'] }],
    [
      'of an AppImage runs its file',
      { APPIMAGE: '/home/a/Nadir.AppImage' },
      { args: ['/nadir', '--data-dir', 'd', '--disable-gpu'], execPath: '/home/a/Nadir.AppImage' },
    ],
  ])('%s', async (_name, environment, options) => {
    const fake = mockElectron();
    const { restartNadir } = await import('./restart-nadir.ts');
    restartNadir(['--disable-gpu'], { argv: ['/electron', '/nadir', '--data-dir', 'd'], environment });
    expect(fake.app.relaunches).toEqual([options]);
  });
});
