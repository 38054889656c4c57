import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createDisk, type Disk } from '../../src-main/features/library/holdings/disk/disk.ts';

/** What goes wrong, and from which operation of the disk on, counted from now. */
export type DiskFault =
  | { kind: 'none' }
  /** The process ends: nothing is done any more until `revive`. */
  | { kind: 'kill'; after: number }
  /** Nothing can be written for so many operations. */
  | { kind: 'full'; after: number; count: number }
  /** The folder is gone for so many operations. */
  | { kind: 'vanish'; after: number; count: number };

class KilledError extends Error {}

const systemError = (code: string) => Object.assign(new Error(code), { code });
const writing: ReadonlySet<keyof Disk> = new Set(['replace', 'create', 'makeFolder'] as const);

/** Creates access to a real folder with faults between. Without a fault it does nothing of its own. */
export function createFaultyDisk(library: string) {
  const disk = createDisk();
  const away = `${library}.away`;
  let fault: DiskFault = { kind: 'none' };
  let operations = 0;
  let isAway = false;

  function mount(isThere: boolean) {
    if (isThere === !isAway) return;
    if (isThere) renameSync(away, library);
    else renameSync(library, away);
    isAway = !isThere;
  }

  /** What a process that ends in the middle of a write leaves behind. */
  function leaveHalf(path: string, text: string) {
    try {
      writeFileSync(
        join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`),
        text.slice(0, text.length / 2),
      );
    } catch {
      // There is no folder to leave it in.
    }
  }

  function before(name: keyof Disk, path: string, text: string) {
    operations += 1;
    if (fault.kind === 'none' || operations <= fault.after) return;
    if (fault.kind === 'kill') {
      if (operations === fault.after + 1 && (name === 'replace' || name === 'create')) leaveHalf(path, text);
      throw new KilledError();
    }
    const isOver = operations > fault.after + fault.count;
    if (fault.kind === 'vanish') mount(isOver);
    else if (!isOver && writing.has(name)) throw systemError('ENOSPC');
  }

  const faulty: Disk = {
    async read(path, mostBytes) {
      before('read', path, '');
      return disk.read(path, mostBytes);
    },
    async replace(path, text) {
      before('replace', path, text);
      return disk.replace(path, text);
    },
    async create(path, text) {
      before('create', path, text);
      return disk.create(path, text);
    },
    async rename(from, to) {
      before('rename', from, '');
      return disk.rename(from, to);
    },
    async remove(path) {
      before('remove', path, '');
      return disk.remove(path);
    },
    async list(folder) {
      before('list', folder, '');
      return disk.list(folder);
    },
    async isFile(path) {
      before('isFile', path, '');
      return disk.isFile(path);
    },
    async isFolder(path) {
      before('isFolder', path, '');
      return disk.isFolder(path);
    },
    async makeFolder(folder) {
      before('makeFolder', folder, '');
      // A real drive that is gone leaves nothing in which a folder could be made.
      if (isAway) throw systemError('ENOENT');
      return disk.makeFolder(folder);
    },
    async sync(folder) {
      before('sync', folder, '');
      return disk.sync(folder);
    },
  };
  return {
    disk: faulty,
    /** From now on this goes wrong. */
    begin(next: DiskFault) {
      fault = next;
      operations = 0;
    },
    /** The fault is over: the drive is back, there is room, the process runs. */
    end() {
      mount(true);
      fault = { kind: 'none' };
    },
    isAway: () => isAway,
  };
}
