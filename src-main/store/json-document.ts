import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

export interface JsonDocument<T> {
  read(): T;
  /** On disk, flushed and in place before it returns. */
  write(value: T): void;
}

export interface JsonDocumentOptions<S extends z.ZodType> {
  path: string;
  version: number;
  schema: S;
  initial: z.infer<S>;
  /** From an older version's content to the next one's, by the version they start from. */
  migrations?: Readonly<Record<number, (content: unknown) => unknown>>;
  now: () => Date;
  onKeptAside: (path: string) => void;
}

const envelopeSchema = z.object({ version: z.number().int().positive(), content: z.unknown() });

/** A small versioned document. One that cannot be read is renamed beside, never deleted, and begun anew. */
export function openJsonDocument<S extends z.ZodType>(
  options: JsonDocumentOptions<S>,
): JsonDocument<z.infer<S>> {
  let value = load();

  function load(): z.infer<S> {
    let text: string;
    try {
      text = readFileSync(options.path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return options.initial;
      throw error;
    }
    const read = parseDocument(text);
    if (read !== undefined) return read;
    const aside = `${options.path}.kept-${options.now().toISOString().replaceAll(':', '-')}`;
    renameSync(options.path, aside);
    options.onKeptAside(aside);
    return options.initial;
  }

  function parseDocument(text: string): z.infer<S> | undefined {
    try {
      const envelope = envelopeSchema.parse(JSON.parse(text));
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
      mkdirSync(dirname(options.path), { recursive: true });
      const partial = `${options.path}.new`;
      const file = openSync(partial, 'w', 0o600);
      try {
        writeSync(file, JSON.stringify({ version: options.version, content: next }, null, 2));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(partial, options.path);
      value = next;
    },
  };
}
