import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A drive in a file, mounted for a test. */
export interface LoopDrive {
  /** Where it is mounted. */
  folder: string;
  /** What the file system is, for the report. */
  kind: string;
  /** Mounts it again, so that nothing can be written. */
  makeReadOnly(): void;
  /** Lets it answer nothing until `wake`, as a network drive whose server is gone. Only a file system of a process can. */
  sleep: (() => void) | null;
  wake(): void;
  remove(): void;
}

const megabytes = 64;
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
const hasTool = (name: string) => spawnSync('which', [name]).status === 0;

/** File systems that find a file by its name in another case, each as far as this machine has it. */
const kinds = [
  {
    kind: 'exfat (FUSE)',
    tools: ['mkfs.exfat', 'mount.exfat-fuse'],
    format: (image: string) => run('mkfs.exfat', image),
    mount: (device: string, folder: string, isReadOnly: boolean) =>
      run('mount.exfat-fuse', ...(isReadOnly ? ['-o', 'ro'] : []), device, folder),
    /** The process that answers for the file system. */
    process: 'mount.exfat-fuse',
  },
  {
    kind: 'vfat',
    tools: ['mkfs.vfat'],
    process: null,
    format: (image: string) => run('mkfs.vfat', image),
    mount: (device: string, folder: string, isReadOnly: boolean) =>
      run('mount', '-o', isReadOnly ? 'ro' : 'rw', device, folder),
  },
  {
    kind: 'ext4 with casefold',
    tools: ['mkfs.ext4', 'chattr'],
    process: null,
    format: (image: string) => run('mkfs.ext4', '-q', '-O', 'casefold', '-E', 'encoding=utf8', image),
    mount(device: string, folder: string, isReadOnly: boolean) {
      run('mount', '-o', isReadOnly ? 'ro' : 'rw', device, folder);
      return isReadOnly ? '' : run('chattr', '+F', folder);
    },
  },
] as const;

/** The process that has this device among its arguments. */
function processOf(name: string, device: string): number {
  const lines = run('ps', '-eo', 'pid=,args=').split('\n');
  const line = lines.find((each) => each.includes(name) && each.includes(device));
  return Number(line?.trim().split(' ')[0]);
}

function open(kind: (typeof kinds)[number]): LoopDrive {
  const root = mkdtempSync(join(tmpdir(), 'nadir-drive-'));
  const [image, folder] = [join(root, 'image'), join(root, 'Drive')];
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 ** 2);
  mkdirSync(folder);
  kind.format(image);
  const device = run('losetup', '-f', '--show', image).trim();
  const pidOf = () => (kind.process === null ? null : processOf(kind.process, device));
  const removeDevice = () => {
    spawnSync('umount', ['-l', folder]);
    spawnSync('losetup', ['-d', device]);
    rmSync(root, { recursive: true, force: true });
  };
  try {
    kind.mount(device, folder, false);
  } catch (error) {
    removeDevice();
    throw error;
  }
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => () => {
    const pid = pidOf();
    if (pid !== null && pid > 0) process.kill(pid, name);
  };
  return {
    folder,
    kind: kind.kind,
    makeReadOnly() {
      run('umount', folder);
      // The process of the file system may hold the device a moment longer than the mount.
      for (let n = 0; n < 1_000 && (pidOf() ?? 0) > 0; n += 1);
      kind.mount(device, folder, true);
    },
    sleep: kind.process === null ? null : signal('SIGSTOP'),
    wake: signal('SIGCONT'),
    remove() {
      signal('SIGCONT')();
      removeDevice();
    },
  };
}

/** Mounts a drive on which names in another case are the same; returns in a word why not where this machine cannot. */
export function openCaseInsensitiveDrive(): LoopDrive | string {
  if (process.getuid?.() !== 0) return 'mounting needs root';
  if (!existsSync('/dev/loop-control')) return 'there are no loop devices';
  const failures: string[] = [];
  for (const kind of kinds) {
    const missing = kind.tools.find((tool) => !hasTool(tool));
    if (missing !== undefined) {
      failures.push(`${kind.kind}: ${missing} is not installed`);
      continue;
    }
    try {
      return open(kind);
    } catch (error) {
      failures.push(`${kind.kind}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  }
  return failures.join('; ');
}
