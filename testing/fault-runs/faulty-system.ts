import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import type { DiskFault } from './faulty-disk.ts';
import type { LooseDrive } from './loose-drive.ts';

/**
 * What goes wrong in a process: as for the disk of the catalog, and `power`, which ends the process and takes from the drives what was
 * not flushed. `drive` is the drive that vanishes, by its number; a full disk is the first one.
 */
export type SystemFault =
  | Exclude<DiskFault, { kind: 'vanish' }>
  | { kind: 'power'; after: number }
  | { kind: 'vanish'; after: number; count: number; drive: number };

const names = [
  'open',
  'mkdir',
  'readdir',
  'rename',
  'rm',
  'rmdir',
  'lstat',
  'stat',
  'statfs',
  'link',
  'opendir',
  'realpath',
  'writeFile',
] as const;
const ofHandle = ['read', 'write', 'writeFile', 'sync', 'datasync', 'stat'] as const;
const taking = new Set<string>(['mkdir', 'write', 'writeFile', 'link']);
const never = new Promise<never>(() => undefined);

const systemError = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });
const call = async (real: unknown, self: unknown, args: readonly unknown[]): Promise<unknown> =>
  typeof real === 'function' ? Reflect.apply(real, self, args) : undefined;
const isCreating = (flags: unknown) => typeof flags === 'string' && /[wa]/.test(flags);

/** Closes a file or folder that was opened for a process that has ended. */
function letGo(result: unknown): void {
  const isOpened = typeof result === 'object' && result !== null && 'close' in result;
  if (isOpened) call(result.close, result, []).catch(() => undefined);
}

interface Operation {
  name: string;
  paths: readonly string[];
  /** The epoch of the drive when the file was opened; null for operations by path. */
  openedAt?: number | null;
  /** True for a removal that does not mind if there is nothing. */
  isForced?: boolean;
}

/** One process as the system sees it: a number of operations, and what goes wrong from one of them on. */
export function createFaultyProcess(drives: readonly LooseDrive[]) {
  let fault: SystemFault = { kind: 'none' };
  let operations = 0;
  let isDead = false;
  let hasVanished = false;
  const died = Promise.withResolvers<void>();
  const closings: (() => Promise<unknown>)[] = [];

  /** Ends the process: what it waits for never comes, and the system closes its files. */
  function release(): void {
    isDead = true;
    for (const close of closings.splice(0)) close().catch(() => undefined);
  }

  function die(): Promise<never> {
    release();
    if (fault.kind === 'power') for (const drive of drives) drive.lose();
    died.resolve();
    return never;
  }

  /** Throws if the drive of a path is away, or was since a file was opened. */
  function assertThere(paths: readonly string[], syscall: string, openedAt: number | null) {
    for (const drive of drives.filter((each) => paths.some(each.has))) {
      if (openedAt !== null && openedAt !== drive.epoch()) throw systemError('EIO', syscall);
      if (fault.kind !== 'vanish' || drive !== drives[fault.drive] || operations <= fault.after) continue;
      if (operations > fault.after + fault.count) continue;
      if (!hasVanished) drive.lose();
      hasVanished = true;
      throw systemError(openedAt === null ? 'ENOENT' : 'EIO', syscall);
    }
  }

  return {
    drives,
    /** Resolves when the process has been ended. */
    died: died.promise,
    isDead: () => isDead,
    release,
    /** Notes an open file. */
    opened: (close: () => Promise<unknown>) => void closings.push(close),
    begin(next: SystemFault) {
      fault = next;
      operations = 0;
      hasVanished = false;
    },
    end() {
      fault = { kind: 'none' };
    },
    /**
     * Does one operation, or not. `half` does a part of it, which is what a write leaves that nobody saw the end of.
     */
    async operate(
      { name, paths, openedAt = null, isForced = false }: Operation,
      real: () => Promise<unknown>,
      half: (() => Promise<unknown>) | null = null,
    ): Promise<unknown> {
      if (isDead) return never;
      operations += 1;
      const own = operations;
      try {
        assertThere(paths, name, openedAt);
      } catch (error) {
        // What is not there is removed already.
        if (isForced) return undefined;
        throw error;
      }
      const isDue = (fault.kind === 'kill' || fault.kind === 'power') && own > fault.after;
      if (isDue) {
        // As many end after an operation that nobody hears of as before one.
        if (half !== null) await half();
        else if (own % 2 === 0) letGo(await real().catch(() => undefined));
        return die();
      }
      const isOnFirst = drives[0] !== undefined && paths.some(drives[0].has);
      if (fault.kind === 'full' && taking.has(name) && isOnFirst) {
        if (own > fault.after && own <= fault.after + fault.count) {
          if (half !== null && own === fault.after + 1) return half();
          throw systemError('ENOSPC', name);
        }
      }
      const result = await real();
      if (!isDead) return result;
      letGo(result);
      return never;
    },
  };
}

/** What `createFaultyProcess` returns. */
export type FaultyProcess = ReturnType<typeof createFaultyProcess>;

const current = new AsyncLocalStorage<FaultyProcess>();
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Puts the faults of a process between an open file and whoever uses it. */
function watchHandle(process: FaultyProcess, handle: object, path: string, isFolder: boolean) {
  const drive = process.drives.find((each) => each.has(path));
  const openedAt = drive?.epoch() ?? null;
  const close: unknown = Reflect.get(handle, 'close');
  process.opened(() => call(close, handle, []));
  for (const name of ofHandle) {
    const real: unknown = Reflect.get(handle, name);
    const faulty = (...args: unknown[]) => {
      const [data, at, length] = args;
      const isPiece = name === 'write' && data instanceof Uint8Array;
      const start = typeof at === 'number' ? at : 0;
      const most = data instanceof Uint8Array && typeof length !== 'number' ? data.length - start : length;
      const half = () => call(real, handle, [data, start, Math.floor(Number(most) / 2)]);
      if (name === 'write' || name === 'writeFile') drive?.wrote(path);
      return process.operate(
        { name, paths: [path], openedAt },
        async () => {
          const result = await call(real, handle, args);
          if (name === 'sync' || name === 'datasync')
            isFolder ? drive?.flushedFolder(path) : drive?.flushedFile(path);
          return result;
        },
        isPiece && Number(most) > 1 ? half : null,
      );
    };
    Reflect.set(handle, name, faulty);
  }
}

/** What the drives remember of an operation that was done. */
function remember(process: FaultyProcess, name: string, [from = '', to = '']: string[], wasThere: boolean) {
  const drive = process.drives.find((each) => each.has(name === 'rename' ? to : from));
  if (name === 'rename') drive?.renamed(from, to, !wasThere);
  else if (name === 'rm' || name === 'rmdir') drive?.removed(from);
  else if (name === 'writeFile') drive?.wrote(from);
}

const takesTwo = new Set<string>(['rename', 'link']);

/**
 * Puts faults between all code of this thread that uses `node:fs/promises` or `createReadStream` and the system, for what runs within
 * `run`; everything else goes through untouched. `restore` takes that back.
 */
export function installFaultySystem() {
  const before = new Map<string, unknown>(names.map((name) => [name, Reflect.get(fs.promises, name)]));
  const stream = fs.createReadStream;
  for (const name of names) {
    const real = before.get(name);
    Reflect.set(fs.promises, name, async (...args: unknown[]) => {
      const process = current.getStore();
      if (process === undefined) return call(real, fs.promises, args);
      const paths = args.slice(0, takesTwo.has(name) ? 2 : 1).map(textOf);
      const wasThere = name === 'rename' && fs.existsSync(paths[1] ?? '');
      const operation = name === 'open' && isCreating(args[1]) ? 'mkdir' : name;
      const isForced = name === 'rm' && typeof args[1] === 'object';
      const result = await process.operate({ name: operation, paths, isForced }, async () => {
        const done = await call(real, fs.promises, args);
        remember(process, name, paths, wasThere);
        return done;
      });
      const [path = ''] = paths;
      if (typeof result !== 'object' || result === null) return result;
      if (name === 'opendir') process.opened(() => call(Reflect.get(result, 'close'), result, []));
      if (name === 'open') watchHandle(process, result, path, fs.statSync(path).isDirectory());
      return result;
    });
  }
  Reflect.set(fs, 'createReadStream', (...args: Parameters<typeof stream>) => {
    const process = current.getStore();
    if (process === undefined) return stream(...args);
    return Readable.from(
      (async function* () {
        const paths = [textOf(args[0])];
        yield await process.operate({ name: 'open', paths }, () => fs.promises.readFile(paths[0] ?? ''));
      })(),
    );
  });
  syncBuiltinESMExports();
  return {
    run: <T>(process: FaultyProcess, work: () => Promise<T>): Promise<T> => current.run(process, work),
    restore() {
      for (const [name, real] of before) Reflect.set(fs.promises, name, real);
      Reflect.set(fs, 'createReadStream', stream);
      syncBuiltinESMExports();
    },
  };
}
