import { createRouterClient } from '@orpc/server';
import type { HostApp } from '../host/host-app.ts';
import type { Platform } from '../host/platform.ts';
import type { Keychain } from '../vault/keychain.ts';
import { type Check, failed, NotTriedError, ok } from './check.ts';

/** A keychain of this process alone: the entries of the user are none of a trial's business. */
function memoryKeychain(): Keychain {
  const entries = new Map<string, string>();
  return {
    getPassword: async (_service, account) => entries.get(account) ?? null,
    async setPassword(_service, account, password) {
      entries.set(account, password);
    },
    deletePassword: async (_service, account) => entries.delete(account),
  };
}

interface TrialAppOptions {
  host: Platform['host'];
  version: string;
  rendererFolder: string;
  /** An existing folder for its data. */
  dataFolder: string;
  createApp: (options: {
    platform: Platform;
    environment: Readonly<Record<string, string | undefined>>;
  }) => Promise<HostApp>;
}

/** The application itself, with an empty data folder and no connection, so that it asks no service. */
export function createTrialApp({ host, version, rendererFolder, dataFolder, createApp }: TrialAppOptions) {
  let started: Promise<HostApp> | null = null;

  /** Starts it with the first call. */
  function start(): Promise<HostApp> {
    const chain = memoryKeychain();
    const platform: Platform = {
      host,
      version,
      dataFolder,
      rendererFolder,
      loadKeychain: async () => chain,
      systemProxy: async () => null,
    };
    started ??= createApp({ platform, environment: { NADIR_PRACTICE: 'none' } });
    return started;
  }

  const check: Check = {
    name: 'application',
    proves: 'The application starts with an empty data folder: tables, threads and all of its calls.',
    async run() {
      const { router } = await start();
      const { version: told } = await createRouterClient(router).app.info();
      return told === version
        ? ok(`it started and answers; ${Object.keys(router).length} groups of calls`)
        : failed(`it says that it is version ${told}. Install Nadir again.`);
    },
  };

  return {
    check,
    /** Resolves with the application for a check that needs it; where it does not start, its own check says why. */
    start: () =>
      start().catch(() => {
        throw new NotTriedError('the application has not started');
      }),
    async close() {
      // One that did not start has nothing to close, and its check has said why.
      await started?.then((app) => app.close()).catch(() => undefined);
    },
  };
}
