import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';

/**
 * What a drive has been told and not been made to keep. A drive that is pulled out, or a computer without power, loses the content of
 * files that were not flushed, and the new names of files whose folder was not. `forget` does that to a real folder.
 */
export function createLooseDrive(root: string) {
  /** Files with content that was not flushed. */
  const unflushed = new Set<string>();
  /** Names that were given and not flushed, in their order. */
  let renames: { from: string; to: string }[] = [];
  /** Counts how often it was pulled out: what was open then does not work any more. */
  let epoch = 0;

  const isOf = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

  /** What is known of a folder or file follows it to its new name. */
  function follow(from: string, to: string) {
    const moved = (path: string) => (isOf(path, from) ? to + path.slice(from.length) : path);
    for (const path of [...unflushed])
      if (isOf(path, from)) {
        unflushed.delete(path);
        unflushed.add(moved(path));
      }
    renames = renames.map((each) => ({ from: moved(each.from), to: moved(each.to) }));
  }

  function drop(path: string) {
    for (const each of [...unflushed]) if (isOf(each, path)) unflushed.delete(each);
    renames = renames.filter(({ to }) => !isOf(to, path));
  }

  return {
    root,
    has: (path: string) => isOf(path, root),
    epoch: () => epoch,
    wrote: (path: string) => void unflushed.add(path),
    flushedFile: (path: string) => void unflushed.delete(path),
    flushedFolder(folder: string) {
      renames = renames.filter(({ to }) => dirname(to) !== folder);
    },
    /** To be called after a rename; `isNew` if nothing had the name before. */
    renamed(from: string, to: string, isNew: boolean) {
      drop(to);
      follow(from, to);
      if (isNew) renames.push({ from, to });
    },
    removed: drop,
    /** Loses what was not flushed: names first, from the last to the first, then content. */
    lose() {
      epoch += 1;
      for (let last = renames.pop(); last !== undefined; last = renames.pop()) {
        if (!existsSync(last.to) || existsSync(last.from)) continue;
        mkdirSync(dirname(last.from), { recursive: true });
        renameSync(last.to, last.from);
        follow(last.to, last.from);
      }
      for (const path of unflushed)
        if (existsSync(path)) writeFileSync(path, Buffer.alloc(statSync(path).size));
      unflushed.clear();
    },
  };
}

/** What `createLooseDrive` returns. */
export type LooseDrive = ReturnType<typeof createLooseDrive>;
