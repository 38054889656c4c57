import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'undici';
import { z } from 'zod';
import type { contract } from '../../src-preload/contract/contract.ts';
import { createApp } from '../app/create-app.ts';
import { loadKeychain } from '../host/load-keychain.ts';
import type { PackageRoot } from '../host/package-root.ts';
import { type Check, failed, notTried, ok } from '../self-test/check.ts';
import { fileChecks, type TrialPage } from '../self-test/file-checks.ts';
import { machineChecks } from '../self-test/machine-checks.ts';
import { runSelfTest } from '../self-test/run-self-test.ts';
import { createTrialApp } from '../self-test/trial-app.ts';
import { createTrialFiles } from '../self-test/trial-files.ts';
import { createTrialProcess } from '../self-test/trial-process.ts';
import { makeWorkFolder, removeWorkFolder } from '../self-test/work-folder.ts';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';
import { findChromium, hasDisplay } from './open-app-window.ts';

const callRounds = 100;

const keysSchema = z.object({ page: z.string(), files: z.string() });

/** A page of the server, without a browser: it takes the launch token for its keys and the cookie. */
export async function enterServer({ origin, launchToken }: Pick<LoopbackServer, 'origin' | 'launchToken'>) {
  const answer = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: launchToken }),
  });
  if (answer.status !== 200) throw new Error(`the launch token is answered with ${answer.status}`);
  const keys = keysSchema.parse(await answer.json());
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const page: TrialPage = {
    addresses: { base: origin, query: `?key=${keys.files}`, headers: { cookie } },
    cancelPath: null,
    run: (trial, given) => trial(given),
  };
  return { origin, cookie, pageKey: keys.page, page };
}

/** Calls over the socket, as the page makes them. */
export function callCheck(enter: () => ReturnType<typeof enterServer>): Check {
  return {
    name: 'calls',
    proves: 'The page can call main over its socket, after its cookie and its key were taken.',
    async run({ signal }) {
      const { origin, cookie, pageKey } = await enter();
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, { headers: { origin, cookie } });
      signal.addEventListener('abort', () => socket.close(), { once: true });
      try {
        await new Promise<void>((resolve, reject) => {
          socket.addEventListener('close', () => reject(new Error('the socket was closed')));
          socket.addEventListener('open', () => socket.send(pageKey));
          socket.addEventListener('message', () => resolve(), { once: true });
        });
        const client: ContractRouterClient<typeof contract> = createORPCClient(
          new RPCLink({ websocket: socket }),
        );
        const started = performance.now();
        for (let round = 0; round < callRounds; round += 1) {
          const { host } = await client.app.info();
          if (host !== 'loopback') return failed(`another host answers: ${host}. Report this.`);
        }
        return ok(`${((performance.now() - started) / callRounds).toFixed(1)} ms each`);
      } finally {
        socket.close();
      }
    },
  };
}

/** The browser that shows the page, if there is one. It is not started. */
export function browserCheck(search: Parameters<typeof findChromium>[0]): Check {
  return {
    name: 'browser',
    proves: 'There is a browser for the window, and a display to show it on.',
    async run() {
      const program = findChromium(search);
      if (!hasDisplay(search)) return notTried('there is no display; open the printed address in a browser');
      return program === null
        ? notTried('no Chromium was found; open the printed address in a browser, or set NADIR_CHROMIUM')
        : ok(program);
    },
  };
}

const browsersOwn: Check = {
  name: 'window, notices, graphics',
  proves: 'Nothing: on this host they are not those of Nadir.',
  run: async () => notTried('on the loopback host they are those of the browser'),
};

/** Tries everything that this host has, in a folder of its own, and ends the process with 0 if nothing failed. */
export async function selfTest({
  place,
  dataFolder,
}: {
  place: PackageRoot;
  dataFolder: string;
}): Promise<void> {
  const own = createTrialProcess((code) => process.exit(code));
  const workFolder = makeWorkFolder();
  const [appFolder, filesFolder] = [join(workFolder, 'data'), join(workFolder, 'files')];
  for (const folder of [appFolder, filesFolder]) mkdirSync(folder);
  const trialApp = createTrialApp({
    host: 'loopback',
    version: place.version,
    rendererFolder: join(place.root, 'out/renderer'),
    dataFolder: appFolder,
    createApp,
  });
  const trial = createTrialFiles(filesFolder);
  let closeServer: LoopbackServer['close'] = async () => undefined;
  let entered: ReturnType<typeof enterServer> | null = null;
  async function startServer() {
    const app = await trialApp.start();
    const server = await startLoopbackServer({ app: { router: app.router, files: trial.files }, port: 0 });
    closeServer = server.close;
    return enterServer(server);
  }
  const enter = () => {
    entered ??= startServer();
    return entered;
  };
  const exitCode = await runSelfTest({
    host: 'loopback',
    version: place.version,
    dataFolder,
    workFolder,
    checks: [
      ...machineChecks({ dataFolder, loadKeychain, onHang: own.onHang }),
      trialApp.check,
      callCheck(enter),
      ...fileChecks({ open: async () => (await enter()).page, trial }),
      browserCheck({ environment: process.env, platform: process.platform }),
      browsersOwn,
    ],
    stop: own.stop,
    print: own.print,
  });
  await closeServer();
  await trialApp.close();
  removeWorkFolder(workFolder);
  await own.end(exitCode);
}
