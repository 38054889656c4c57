import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppImageUpdater, type AppUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { verifySignature } from 'electron-updater/out/windowsExecutableCodeSignatureVerifier.js';
import { AppError } from '../../core/app-error.ts';
import type { UpdateTransport } from '../../core/update-installer.ts';
import { diskError } from '../../store/disk-error.ts';
import { checkStaged, type PromisedFile, writeStaged } from './staged-file.ts';
import { type CheckedFeed, checkFeed, type PackageKind, refuseUpdate } from './update-feed.ts';

/** What the installed Nadir is, and where an update of it is kept. */
export interface Installation {
  version: string;
  kind: PackageKind;
  /** The arguments that Nadir was started with, without the program. */
  args: readonly string[];
  /** `process.arch`. */
  processor: string;
  /** The folder of `app-update.yml`, which names whose signature is due on Windows. */
  resourcesFolder: string;
  /** The folder for downloaded updates. */
  stagingFolder: string;
  userDataFolder: string;
  quit: () => void;
  relaunch: () => void;
}

/** The parameters of a request, as the library names them. */
interface LibraryRequest {
  protocol?: string | null;
  hostname?: string | null;
  port?: string | number | null;
  path?: string | null;
}

/** What is under way now: the library passes neither the transport nor the signal on. */
interface Errand {
  transport: UpdateTransport;
  signal: AbortSignal;
  onProgress: (receivedBytes: number) => void;
}

/**
 * The check of the library, without its exception: where PowerShell cannot check, it would let every file pass. Resolves with what is
 * wrong, or null.
 */
async function verifyStrictly(publishers: string[], path: string): Promise<string | null> {
  const ignored: string[] = [];
  const note = (message: unknown) => {
    if (String(message).includes('Ignoring signature validation')) ignored.push(String(message));
  };
  const wrong = await verifySignature(publishers, path, { info: note, warn: note, error: note });
  return wrong ?? ignored[0] ?? null;
}

/** Starts the new AppImage with the arguments of this one: without `--data-dir` it would open other data. */
class SameArgumentsUpdater extends AppImageUpdater {
  readonly #args: readonly string[];

  constructor(app: AppAdapter, args: readonly string[]) {
    super(undefined, app);
    this.#args = args;
  }

  protected override spawnLog(command: string, args: string[] = [], environment?: NodeJS.ProcessEnv) {
    return super.spawnLog(command, [...this.#args, ...args], environment);
  }
}

function createLibrary({ kind, args }: Installation, app: AppAdapter): AppUpdater {
  if (kind === 'appimage') return new SameArgumentsUpdater(app, args);
  if (kind === 'deb') return new DebUpdater(undefined, app);
  if (kind === 'mac') return new MacUpdater(undefined, app);
  const updater = new NsisUpdater(undefined, app);
  updater.verifyUpdateCodeSignature = verifyStrictly;
  return updater;
}

/** True for an error of the library with this code. */
const hasLibraryCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/** Returns an error of the library in the words of updates; any other one unchanged. */
function inWordsOfUpdates(error: unknown): unknown {
  if (hasLibraryCode(error, 'ERR_UPDATER_INVALID_SIGNATURE')) return refuseUpdate('unsigned', '', error);
  if (hasLibraryCode(error, 'ERR_UPDATER_INVALID_UPDATE_INFO')) return refuseUpdate('not-a-feed', '', error);
  return error;
}

/**
 * Creates the updater of electron-updater for this installation. It keeps what the library does well (names of feeds, staged roll-outs,
 * the installers of each system, the signature on Windows) and replaces what it leaves open: requests go through `transport`, a feed is
 * read by `checkFeed`, a file is written by `writeStaged`, and nothing happens by itself.
 */
export function createLibraryUpdater(
  installation: Installation,
  readText: (errand: Errand, url: URL) => Promise<string>,
) {
  const { version, resourcesFolder, stagingFolder, userDataFolder } = installation;
  const updater = createLibrary(installation, {
    version,
    name: 'nadir',
    isPackaged: true,
    appUpdateConfigPath: join(resourcesFolder, 'app-update.yml'),
    userDataPath: userDataFolder,
    baseCachePath: stagingFolder,
    whenReady: async () => undefined,
    relaunch: installation.relaunch,
    quit: installation.quit,
    onQuit: () => undefined,
  });
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  // Only parts of a file would be downloaded, by requests that are not ours.
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;
  // Whoever calls gets each error; the library would write them to the terminal, with addresses.
  updater.logger = null;
  updater.on('error', () => undefined);

  let errand: Errand | null = null;
  let promised: PromisedFile | null = null;
  let stagedPath: string | null = null;
  const current = () => {
    if (errand === null) throw new Error('the library asks although nothing is under way');
    return errand;
  };
  // The library sets its own only if it also finds Electron's `app` by itself.
  Object.assign(updater, {
    httpExecutor: {
      request: ({ protocol, hostname, port, path }: LibraryRequest) =>
        readText(current(), new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}`)),
      async download(url: URL, path: string) {
        if (promised === null) throw new Error('the library downloads what was not found');
        const { transport, signal, onProgress } = current();
        const body = await transport.file(url, signal);
        await writeStaged(body, { path, promised, onProgress, signal });
      },
    },
  });

  let before: Promise<unknown> = Promise.resolve();
  /**
   * Runs one errand after the other: while the library still ends one that was cancelled, it would answer the next with the result of
   * that one.
   */
  function runErrand<T>(next: Errand, run: () => Promise<T>): Promise<T> {
    const inTurn = async () => {
      await before;
      if (next.signal.aborted) throw new AppError('CANCELLED', {});
      errand = next;
      try {
        return await run();
      } catch (error) {
        throw diskError(inWordsOfUpdates(error), stagingFolder);
      } finally {
        errand = null;
      }
    };
    const result = inTurn();
    before = result.catch(() => undefined);
    return result;
  }

  function installNow(): boolean {
    // An AppImage is removed before the new one takes its place: without a new one, none would be left.
    if (stagedPath === null || !existsSync(stagedPath)) return false;
    const canInstall =
      updater instanceof AppImageUpdater || updater instanceof DebUpdater || updater instanceof NsisUpdater;
    return canInstall && updater.install(true, true);
  }

  return {
    /** Resolves with the newer version, or null if there is none for this computer. */
    find(address: string, next: Errand): Promise<CheckedFeed | null> {
      let feed: CheckedFeed | null = null;
      class CheckedProvider extends GenericProvider {
        constructor(
          _options: unknown,
          owner: AppUpdater,
          options: ConstructorParameters<typeof GenericProvider>[2],
        ) {
          super({ provider: 'generic', url: address }, owner, options);
        }
        override async getLatestVersion() {
          feed = checkFeed(await super.getLatestVersion(), installation);
          return feed;
        }
      }
      return runErrand(next, async () => {
        promised = null;
        updater.setFeedURL({ provider: 'custom', updateProvider: CheckedProvider });
        const result = await updater.checkForUpdates();
        if (feed === null || result?.isUpdateAvailable !== true) return null;
        promised = feed.files[0];
        return feed;
      });
    },
    /** Downloads what was found and resolves with the path of the checked file. */
    download: (next: Errand): Promise<string> =>
      runErrand(next, async () => {
        const [path] = await updater.downloadUpdate();
        if (path === undefined) throw new Error('the library names no file');
        stagedPath = path;
        return path;
      }),
    /** Rejects with UPDATE_REFUSED if the downloaded file has changed. */
    async checkAgain(): Promise<void> {
      if (stagedPath === null || promised === null) throw refuseUpdate('not-offered');
      await checkStaged(stagedPath, promised);
    },
    /**
     * Replaces the program and starts it again, in the last moment of the process. Where that cannot be done, as without the password
     * that a deb needs, this version starts again.
     */
    installAtEnd(): void {
      if (!installNow()) installation.relaunch();
    },
    /** Hands the file to the updater of macOS, which quits Nadir once it has taken it; rejects if it does not. */
    handToSystem: () =>
      new Promise<never>((_resolve, reject) => {
        updater.once('error', reject);
        updater.quitAndInstall();
      }),
  };
}
