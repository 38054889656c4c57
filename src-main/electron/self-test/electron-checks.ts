import { randomUUID } from 'node:crypto';
import { app, type IpcMain, MessageChannelMain, Notification, type WebContents } from 'electron';
import { z } from 'zod';
import type { HostApp } from '../../host/host-app.ts';
import { type Check, failed, notTried, ok } from '../../self-test/check.ts';
import { bridgePorts } from '../port-bridge.ts';
import type { TrialWindow } from './trial-window.ts';

/** The window of the tiny page, and what its events are. */
export function windowCheck(open: () => Promise<TrialWindow>): Check {
  return {
    name: 'window',
    proves: 'A window gets its page by Nadir’s own scheme, and the events by which it is shown come.',
    async run() {
      const { loadedAfter, paintedAfter } = await open();
      return ok(
        paintedAfter === null
          ? `its page came after ${loadedAfter} ms; ready-to-show does not come here, so Nadir shows its window without it`
          : `its page came after ${loadedAfter} ms, ready-to-show after ${paintedAfter} ms`,
      );
    },
  };
}

const rounds = 200;
const blockBytes = 256 * 1_024;

/** Runs in the page: asks for a port, sends texts and then a block of bytes, and waits for each to come back. */
const portScript = `(async () => {
  const port = await new Promise((resolve) => {
    window.addEventListener('message', (event) => {
      if (event.source === window && event.data === 'nadir:port') resolve(event.ports[0]);
    });
    window.postMessage('nadir:ready', window.location.origin);
  });
  const send = (data) => new Promise((resolve) => {
    port.onmessage = (event) => resolve(event.data);
    port.postMessage(data);
  });
  const begun = performance.now();
  for (let round = 0; round < ${rounds}; round += 1) {
    const text = 'round ' + round;
    if ((await send(text)) !== text) return { wrong: 'a text', milliseconds: 0 };
  }
  const milliseconds = performance.now() - begun;
  const back = new Uint8Array(await send(new Uint8Array(${blockBytes}).fill(7)));
  const isWhole = back.length === ${blockBytes} && back.every((byte) => byte === 7);
  port.close();
  return { wrong: isWhole ? '' : 'a block of bytes', milliseconds };
})()`;
const portAnswer = z.object({ wrong: z.string(), milliseconds: z.number() });

/** The port that the preload script hands on, both ways. Main sends back whatever comes. */
export function portCheck(ipcMain: IpcMain, open: () => Promise<TrialWindow>): Check {
  return {
    name: 'port',
    proves: 'The preload script hands the page a port to main; texts and bytes come back over it unchanged.',
    async run() {
      const { webContents } = (await open()).window;
      const listen = ({ sender, senderFrame }: Electron.IpcMainEvent) => {
        if (sender !== webContents || senderFrame === null) return;
        const { port1, port2 } = new MessageChannelMain();
        port1.on('message', ({ data }) => port1.postMessage(data));
        port1.start();
        senderFrame.postMessage('nadir:port', null, [port2]);
      };
      ipcMain.on('nadir:ready', listen);
      try {
        const { wrong, milliseconds } = portAnswer.parse(await webContents.executeJavaScript(portScript));
        if (wrong !== '') return failed(`${wrong} comes back changed. Report this with the support bundle.`);
        return ok(
          `${rounds} texts and ${blockBytes / 1_024} KB, ${(milliseconds / rounds).toFixed(1)} ms each way and back`,
        );
      } finally {
        ipcMain.off('nadir:ready', listen);
      }
    },
  };
}

const askMs = 200;
/** The map, the slowest part of the page, is not waited for. */
const usualShowMs = 10_000;

/** The real page, with the application behind it: what main tells stands in its window. */
export function pageCheck(options: {
  ipcMain: IpcMain;
  start: () => Promise<HostApp>;
  open: () => Promise<TrialWindow>;
  /** How long the page may take to show it. */
  showMs?: number;
}): Check {
  const { showMs = usualShowMs } = options;
  return {
    name: 'page',
    proves: 'The built page starts in a window, calls the application, and shows what that says.',
    async run() {
      const nadir = await options.start();
      let own: WebContents | null = null;
      bridgePorts({
        ipcMain: options.ipcMain,
        router: Promise.resolve(nadir.router),
        isOwnWindow: (contents) => own === null || contents === own,
      });
      const { window, loadedAfter } = await options.open();
      own = window.webContents;
      const title = `Self-test ${randomUUID()}`;
      nadir.addNotice('desktop-notice', { title, body: '' });
      const isShown = `document.body.textContent.includes(${JSON.stringify(title)})`;
      const begun = performance.now();
      try {
        while (performance.now() - begun < showMs) {
          if ((await own.executeJavaScript(isShown)) === true)
            return ok(
              `loaded after ${loadedAfter} ms, showed the application’s word ${Math.round(performance.now() - begun)} ms later`,
            );
          await new Promise((resolve) => setTimeout(resolve, askMs));
        }
        return failed('it does not show what the application says. Report this with the support bundle.');
      } finally {
        window.destroy();
      }
    },
  };
}

/** A service for notices that says nothing for so long is none. As in desktop-notices.ts. */
const unheardMs = 3_000;

/** The notices of the desktop. One is shown for a moment, because nothing else tells whether they are. */
export function noticeCheck(system: NodeJS.Platform = process.platform, waitMs = unheardMs): Check {
  const instead = 'Nadir shows its notices in its window instead';
  return {
    name: 'notices',
    proves: 'Nadir hears what becomes of a notice, so that none is lost.',
    async run() {
      if (!Notification.isSupported()) return notTried(`this system takes no notices; ${instead}`);
      const notice = new Notification({ title: 'Nadir', body: 'Nadir tests whether its notices are shown.' });
      try {
        const heard = await new Promise<string | null>((resolve) => {
          setTimeout(() => resolve(null), waitMs);
          notice.once('show', () => resolve('shown'));
          notice.once('failed', (_event, reason) => resolve(reason));
          notice.show();
        });
        if (heard === 'shown') return ok('one was shown');
        if (heard !== null)
          return ok(`the system refuses them (${heard}): allow those of Nadir in its settings; ${instead}`);
        return system === 'linux'
          ? notTried(`no service of this desktop takes them; ${instead}`)
          : failed(`nothing is heard of them. ${instead}; report this with the support bundle.`);
      } finally {
        notice.close();
      }
    },
  };
}

const featureStatus = z.record(z.string(), z.string());
const telling = ['gpu_compositing', 'rasterization', 'webgl', 'webgl2'];

/** What Chromium draws with the graphics card. Nadir needs none of it, so that every state is right. */
export function graphicsCheck(): Check {
  return {
    name: 'graphics',
    proves: 'What is drawn by the graphics card, and what without it.',
    async run() {
      const features = featureStatus.parse(app.getGPUFeatureStatus());
      const known = telling.flatMap((name) =>
        features[name] === undefined ? [] : [`${name} ${features[name]}`],
      );
      return known.length === 0
        ? failed('Chromium says nothing of the graphics. Start with --disable-gpu if windows stay empty.')
        : ok(known.join(', '));
    },
  };
}
