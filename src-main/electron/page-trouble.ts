import { app, type BrowserWindow, dialog } from 'electron';
import type { HostWords } from '../core/words.ts';

/** A page that ends again within this time would end once more, so it is not loaded again without asking. */
const crashPauseMs = 30_000;
/** So many failures of the graphics process within this time mean that this machine cannot draw with its GPU. */
const graphicsFailures = { most: 3, withinMs: 60_000 };
/** The switch of Chromium by which nothing is drawn with the GPU. */
export const withoutGraphics = '--disable-gpu';

interface PageTroubleOptions {
  window: BrowserWindow;
  now: () => number;
  words: () => Pick<HostWords, 't'>;
  /** Shows the log to the user. */
  showLog: () => void;
  quit: () => void;
}

/**
 * Loads the page of a window again when it ends unexpectedly; asks when it does so again and again, does not respond, or is left while it
 * still works on what the user has pressed.
 */
export function watchPage({ window, now, words, showLog, quit }: PageTroubleOptions): void {
  const { webContents } = window;
  let endedAt = Number.NEGATIVE_INFINITY;
  /** Set while a hung page is ended on the user's wish, which is no failure. */
  let isStopping = false;

  async function askAfterEnd(reason: string) {
    const { t } = words();
    const buttons = [t('trouble.loadAgain'), t('trouble.showLog'), t('menu.quit')];
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      title: 'Nadir',
      message: t('trouble.pageEnded'),
      detail: t('trouble.pageEndedDetail', { reason }),
      buttons,
      defaultId: 0,
      // Whoever closes the message wants the page back.
      cancelId: 0,
      noLink: true,
    });
    if (response === 1) showLog();
    if (response === 2) quit();
    else if (!window.isDestroyed()) webContents.reload();
  }

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    if (isStopping) {
      isStopping = false;
      webContents.reload();
      return;
    }
    const again = now() - endedAt > crashPauseMs;
    endedAt = now();
    if (again) webContents.reload();
    else void askAfterEnd(reason);
  });

  // Electron has no question of its own: without an answer the window would not close, and would not say why.
  webContents.on('will-prevent-unload', (event) => {
    const { t } = words();
    const leave = 1;
    const pressed = dialog.showMessageBoxSync(window, {
      type: 'question',
      title: 'Nadir',
      message: t('trouble.leaving'),
      detail: t('trouble.leavingDetail'),
      buttons: [t('trouble.stay'), t('trouble.leave')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    // This event prevents that the page prevents it.
    if (pressed === leave) event.preventDefault();
  });

  let asked: AbortController | null = null;
  async function askWhileHung() {
    const { t } = words();
    const question = new AbortController();
    asked = question;
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      title: 'Nadir',
      message: t('trouble.pageHangs'),
      detail: t('trouble.pageHangsDetail'),
      buttons: [t('trouble.wait'), t('trouble.loadAgain')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      // The message goes away when the page responds again.
      signal: question.signal,
    });
    if (asked === question) asked = null;
    if (response !== 1 || question.signal.aborted || window.isDestroyed()) return;
    // A page that hangs does not hear that it is to be loaded again.
    isStopping = true;
    webContents.forcefullyCrashRenderer();
  }
  window.on('unresponsive', () => asked ?? void askWhileHung());
  window.on('responsive', () => {
    asked?.abort();
    asked = null;
  });
  window.once('closed', () => asked?.abort());
}

/**
 * Tells `log` of each process of Chromium that ends unexpectedly. Nothing else is left of it: what Electron's crash reporter could
 * keep on the disk is the memory of a process, and that of main holds keys.
 */
export function logProcessEnds(log: (event: string, details: Record<string, string | number>) => void): void {
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason !== 'clean-exit') log('process-ended', { type: 'Page', reason, exitCode });
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName, name }) => {
    if (reason !== 'clean-exit')
      log('process-ended', { type, name: name ?? serviceName ?? '', reason, exitCode });
  });
}

/**
 * Starts Nadir again without the GPU when the graphics process fails for the third time within a minute, and says so: Chromium itself
 * ends the whole program a few failures later.
 */
export function watchGraphics({
  now,
  words,
  restart,
}: {
  now: () => number;
  words: () => Pick<HostWords, 't'>;
  restart: (furtherArgs: readonly string[]) => void;
}): void {
  let failures: number[] = [];
  let isOver = app.commandLine.hasSwitch('disable-gpu');
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit' || isOver) return;
    failures = [...failures.filter((at) => now() - at < graphicsFailures.withinMs), now()];
    if (failures.length < graphicsFailures.most) return;
    isOver = true;
    const { t } = words();
    void dialog
      .showMessageBox({
        type: 'warning',
        title: 'Nadir',
        message: t('trouble.graphicsFail'),
        detail: t('trouble.graphicsFailDetail'),
        buttons: [t('trouble.startAgain')],
        noLink: true,
      })
      .finally(() => restart([withoutGraphics]));
  });
}
