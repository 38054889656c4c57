import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  longestOpenedPath,
  mostOpened,
  type OpenedFile,
  type OpeningRefusal,
  type RefusedOpening,
} from '../../../../src-preload/contract/opened-files.ts';
import { isAddress } from '../../../core/is-address.ts';
import type { ResolvedFile } from '../../../core/resolved-file.ts';
import { systemErrorCode } from '../../../core/system-error.ts';

/** The files of a later start replace those of earlier ones beyond this number; the page has read them long before. */
const mostServed = 1_000;
/** The part of a long name that is shown. */
const shownChars = 80;
const servedPath = /^\/files\/opened\/(\d{1,15})$/;
const isFileAddress = (argument: string) => /^file:/i.test(argument);

class OpeningError extends Error {
  readonly why: OpeningRefusal;
  constructor(why: OpeningRefusal) {
    super(why);
    this.why = why;
  }
}

/** Returns the absolute path of an argument: a path, or a `file:` address, as some desktops pass them. */
function pathOfArgument(argument: string): string {
  if (argument.length > longestOpenedPath) throw new OpeningError('too-long');
  if (isFileAddress(argument)) {
    try {
      return fileURLToPath(argument);
    } catch {
      throw new OpeningError('address');
    }
  }
  if (isAddress(argument)) throw new OpeningError('address');
  return resolve(argument);
}

const refusals: Readonly<Record<string, OpeningRefusal>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENAMETOOLONG: 'too-long',
};

/** Resolves with what is at a path; throws OpeningError. */
async function lookAt(path: string): Promise<Pick<OpenedFile, 'isFolder' | 'sizeBytes'>> {
  const found = await stat(path).catch((error: unknown) => {
    throw new OpeningError(refusals[systemErrorCode(error)] ?? 'unreadable');
  });
  if (found.isDirectory()) return { isFolder: true, sizeBytes: 0 };
  if (!found.isFile()) throw new OpeningError('not-file');
  return { isFolder: false, sizeBytes: found.size };
}

/** Returns what names an argument on the screen: it may be of any length, and its end says most. */
function nameOfArgument(argument: string): string {
  const name = isAddress(argument) && !isFileAddress(argument) ? argument : basename(argument);
  return name.length > shownChars ? `…${name.slice(-shownChars)}` : name;
}

/** Keeps the files that the user opens from outside the window until a page takes them; `changed` is called when there are more. */
export function createOpenedFiles({ changed }: { changed: () => void }) {
  let files: OpenedFile[] = [];
  let refused: RefusedOpening[] = [];
  const served = new Map<number, string>();
  let nextId = 1;
  let named = 0;

  function keep(path: string, found: Pick<OpenedFile, 'isFolder' | 'sizeBytes'>) {
    const id = nextId;
    nextId += 1;
    served.set(id, path);
    for (const oldest of served.keys()) {
      if (served.size <= mostServed) break;
      served.delete(oldest);
    }
    files.push({ id, name: basename(path), path, ...found });
  }

  return {
    /**
     * Opens what these arguments name; resolves with the paths that are there. What cannot be opened is told to the page as well.
     */
    async open(args: readonly string[]): Promise<string[]> {
      const paths: string[] = [];
      for (const argument of args.slice(0, mostOpened)) {
        try {
          const path = pathOfArgument(argument);
          keep(path, await lookAt(path));
          paths.push(path);
        } catch (error) {
          if (!(error instanceof OpeningError)) throw error;
          refused.push({ name: nameOfArgument(argument), why: error.why });
        }
      }
      if (args.length > mostOpened)
        refused.push({ name: nameOfArgument(args[mostOpened] ?? ''), why: 'too-many' });
      if (args.length === 0) return paths;
      named += args.length;
      changed();
      return paths;
    },
    named: () => named,
    take() {
      const taken = { files, refused };
      files = [];
      refused = [];
      return taken;
    },
    /** Returns the opened file at this address of the application; null for another address. */
    resolve(pathname: string): ResolvedFile | null {
      const id = servedPath.exec(pathname)?.[1];
      const path = id === undefined ? undefined : served.get(Number(id));
      return path === undefined ? null : { path, contentType: 'application/octet-stream' };
    },
  };
}
