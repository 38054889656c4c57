import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron';

/** A page that has not come by then does not come. */
const loadMs = 15_000;
/** How long a hidden window is waited for to be painted, after its page is there. */
const paintMs = 3_000;

/** A window of the self-test, which is never shown. The times are in milliseconds since it began to load. */
export interface TrialWindow {
  window: BrowserWindow;
  loadedAfter: number;
  /** Null if the event `ready-to-show` did not come. */
  paintedAfter: number | null;
}

/** Opens a hidden window; rejects with Chromium's name of the reason if its page does not come. */
export async function openTrialWindow(
  address: string,
  options: BrowserWindowConstructorOptions,
): Promise<TrialWindow> {
  const webPreferences = { ...options.webPreferences, backgroundThrottling: false };
  const window = new BrowserWindow({ ...options, webPreferences, show: false });
  const begun = performance.now();
  const since = () => Math.round(performance.now() - begun);
  const painted = new Promise<number>((resolve) => window.once('ready-to-show', () => resolve(since())));
  try {
    const loadedAfter = await new Promise<number>((resolve, reject) => {
      window.webContents.once('did-finish-load', () => resolve(since()));
      window.webContents.on('did-fail-load', (_event, _code, reason, _address, isMainFrame) => {
        if (isMainFrame) reject(new Error(`its page cannot be loaded: ${reason}`));
      });
      window.webContents.once('render-process-gone', (_event, { reason }) =>
        reject(new Error(`the process of its page has ended: ${reason}`)),
      );
      setTimeout(() => reject(new Error('its page has not come')), loadMs).unref();
      // `did-fail-load` tells of a failure.
      window.loadURL(address).catch(() => undefined);
    });
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), paintMs).unref());
    return { window, loadedAfter, paintedAfter: await Promise.race([painted, late]) };
  } catch (error) {
    window.destroy();
    throw error;
  }
}
