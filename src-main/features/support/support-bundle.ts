import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import type { BundleFile, BundleFileName } from '../../../src-preload/contract/activity.ts';
import { AppError } from '../../core/app-error.ts';

/**
 * The content of a file: plain data, or text that is cleaned by lines. If reading it fails, the bundle contains a note instead.
 */
export interface BundlePart {
  name: BundleFileName;
  read: () => unknown | Promise<unknown>;
}

interface SupportBundle {
  make(): Promise<{ bundleId: string; files: BundleFile[] }>;
  pack(request: {
    bundleId: string;
    without: readonly BundleFileName[];
    note: string;
  }): Promise<{ fileName: string; base64: string }>;
}

/** The amount of text cleaned in one turn of the event loop: some milliseconds. */
const stretchCharacters = 32 * 1_024;
const noteName = 'note.txt';

/** Yields a text in parts of whole lines. */
function* stretches(text: string): Generator<string> {
  for (let done = 0; done < text.length; ) {
    const line = text.indexOf('\n', Math.min(text.length, done + stretchCharacters));
    const end = line < 0 ? text.length : line + 1;
    yield text.slice(done, end);
    done = end;
  }
}

/** Removes the user's home folder, by its path and by the usual shape of such paths, because it contains the user's name. */
export function withoutHome(text: string, home: string): string {
  const forms = [home, JSON.stringify(home).slice(1, -1)].filter((form) => form.length > 1);
  let clean = text;
  for (const form of new Set(forms)) clean = clean.replaceAll(form, '~');
  return clean
    .replaceAll(/\/(?:home|Users)\/[^/\s"'<>\\:]+/g, '~')
    .replaceAll(/\b[A-Z]:(\\{1,2})Users\1[^\\\s"'<>]+/gi, '~');
}

/**
 * Creates the text files that somebody needs to help. Everything passes `clean`, the last scan for secrets; exactly what was
 * created is shown, and what is shown is packed. Nothing is sent, and nothing is written to disk here.
 */
export function createSupportBundle(options: {
  parts: readonly BundlePart[];
  clean: (text: string) => string;
  home: string;
  now: () => Date;
}): SupportBundle {
  const { parts, home, now } = options;
  let last: { bundleId: string; files: BundleFile[] } | null = null;

  async function cleaned(text: string): Promise<string> {
    const pieces: string[] = [];
    for (const stretch of stretches(text)) {
      pieces.push(withoutHome(options.clean(stretch), home));
      await turn();
    }
    return pieces.join('');
  }

  async function fileOf({ name, read }: BundlePart): Promise<BundleFile> {
    let value: unknown;
    try {
      value = await read();
    } catch (error) {
      value = `This could not be read: ${String(error)}`;
    }
    const text = await cleaned(typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`);
    return { name, text, sizeBytes: Buffer.byteLength(text) };
  }

  return {
    async make() {
      const files: BundleFile[] = [];
      for (const part of parts) files.push(await fileOf(part));
      last = { bundleId: randomUUID(), files };
      return last;
    },
    async pack({ bundleId, without, note }) {
      if (last?.bundleId !== bundleId) throw new AppError('CONFLICT', { detail: 'newer-bundle' });
      const files = last.files.filter(({ name }) => !without.includes(name));
      const said = note.trim() === '' ? [] : [{ name: noteName, text: await cleaned(`${note.trim()}\n`) }];
      const zip = new ZipFile();
      const at = now();
      // Cleaned once more, because further secrets may have become known since it was shown.
      for (const { name, text } of [...said, ...files])
        zip.addBuffer(Buffer.from(await cleaned(text)), name, { mtime: at, mode: 0o600 });
      zip.end();
      const chunks: Buffer[] = [];
      for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
      const stamp = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
      return {
        fileName: `nadir-support-${stamp}.zip`,
        base64: Buffer.concat(chunks).toString('base64'),
      };
    },
  };
}
