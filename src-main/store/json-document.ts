import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { systemErrorCode } from '../core/system-error.ts';
import { diskError } from './disk-error.ts';
import { isOtherThanFile } from './is-other-than-file.ts';
import { quarantine } from './quarantine.ts';

/**
 * A small JSON file with one schema that is replaced as a whole. A file that cannot be read is quarantined and replaced by the
 * default.
 */
export interface JsonDocument<T> {
  read(): T;
  /** The file is flushed and in place before this returns. Throws DISK_FULL or FOLDER_NOT_WRITABLE; then the old value stays. */
  write(value: T): void;
}

interface JsonDocumentOptions<S extends z.ZodType> {
  path: string;
  version: number;
  schema: S;
  initial: z.infer<S>;
  /** Convert the content of an older version to the next one's; the key is the older version. */
  migrations?: Readonly<Record<number, (content: unknown) => unknown>>;
  now: () => Date;
  onQuarantined: (path: string) => void;
}

const envelopeSchema = z.object({ version: z.number().int().positive(), content: z.unknown() });

/**
 * Opens a small versioned document. One that cannot be read is renamed beside, never deleted, and replaced by the default; so is
 * one of a newer Nadir, because writing it back would lose what this version does not know.
 */
export function openJsonDocument<S extends z.ZodType>(
  options: JsonDocumentOptions<S>,
): JsonDocument<z.infer<S>> {
  let value = load();

  function load(): z.infer<S> {
    try {
      const read = isOtherThanFile(options.path)
        ? undefined
        : parseDocument(readFileSync(options.path, 'utf8'));
      if (read !== undefined) return read;
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === 'ENOENT') return options.initial;
      // A folder with this name, a bad sector or missing rights: it is moved aside like any other unreadable file.
      if (code !== 'EISDIR' && code !== 'EACCES' && code !== 'EIO') throw error;
    }
    options.onQuarantined(quarantine(options.path, options.now()));
    return options.initial;
  }

  function parseDocument(text: string): z.infer<S> | undefined {
    try {
      const envelope = envelopeSchema.parse(JSON.parse(text));
      if (envelope.version > options.version) return undefined;
      let { content } = envelope;
      for (let version = envelope.version; version < options.version; version += 1) {
        content = options.migrations?.[version]?.(content) ?? content;
      }
      const parsed = options.schema.safeParse(content);
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    read: () => value,
    write(next) {
      try {
        mkdirSync(dirname(options.path), { recursive: true });
        writeInPlace(options.path, JSON.stringify({ version: options.version, content: next }, null, 2));
      } catch (error) {
        throw diskError(error, options.path);
      }
      value = next;
    },
  };
}

/** Writes the file atomically: data, flush, rename, flush of the folder. */
function writeInPlace(path: string, text: string) {
  const partial = `${path}.new`;
  const file = openSync(partial, 'w', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(partial, path);
  // Windows cannot open a folder for this; there the file system journals the rename.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
