import { cleanText } from './clean-text.ts';
import type { ExportFormat } from './export-format.ts';
import { createExportLosses, type ExportLoss } from './export-losses.ts';
import type { ExportedFeature } from './exported-feature.ts';
import type { WriteOptions } from './feature-writer.ts';
import { createPreparation, type PreparedFeature } from './prepare-feature.ts';
import { featureWriters } from './write-features.ts';
import type { GeopackageSink } from './write-geopackage.ts';

/** A message to the thread that writes a file: first `open`, and `end` after the last objects. */
export type ExportRequest =
  | { kind: 'open'; format: ExportFormat; options: WriteOptions }
  | { kind: 'features'; features: readonly ExportedFeature[] }
  | { kind: 'end' }
  | { kind: 'added'; otherType: number }
  | { kind: 'finished'; file: Blob };

/** A finished file with a list of what it does not contain. */
export interface ExportedFile {
  file: Blob;
  /** The number of exported objects. */
  count: number;
  losses: ExportLoss[];
}

/** A message from the thread. It requests each page of objects, so that at most one page is waiting. */
export type ExportReply =
  | { kind: 'next' }
  | { kind: 'begin'; content: Parameters<GeopackageSink['begin']>[0] }
  | { kind: 'add'; rows: Parameters<GeopackageSink['add']>[0] }
  | { kind: 'finish' }
  | ({ kind: 'file' } & ExportedFile)
  | { kind: 'failure'; message: string };

/** Creates a promise that a later message resolves. */
function createAwaited<T>() {
  let fulfil: ((value: T) => void) | null = null;
  return {
    /** Sends a request and waits for the reply. */
    ask: (send: () => void) =>
      new Promise<T>((resolve) => {
        fulfil = resolve;
        send();
      }),
    answer(value: T) {
      fulfil?.(value);
      fulfil = null;
    },
  };
}

/**
 * Returns options with clean texts: users type titles, and labels come from foreign files. Keys of columns are cleaned
 * as names of fields.
 */
const withCleanTexts = (options: WriteOptions): WriteOptions => ({
  ...options,
  title: cleanText(options.title),
  columns: options.columns.map((column) => ({ ...column, label: cleanText(column.label) })),
});

/**
 * Creates the message handler of the thread, which writes one file. `post` sends a reply. The main process writes
 * GeoPackages; the thread reaches it through the page.
 */
export function createExportSession(post: (reply: ExportReply) => void) {
  const next = createAwaited<readonly ExportedFeature[] | null>();
  const added = createAwaited<{ otherType: number }>();
  const finished = createAwaited<Blob>();
  const sink: GeopackageSink = {
    begin: async (content) => post({ kind: 'begin', content }),
    add: (rows) => added.ask(() => post({ kind: 'add', rows })),
    finish: () => finished.ask(() => post({ kind: 'finish' })),
  };

  async function write(format: ExportFormat, given: WriteOptions) {
    const options = withCleanTexts(given);
    const losses = createExportLosses();
    const prepare = createPreparation(options.columns, losses);
    let count = 0;
    async function* batches(): AsyncGenerator<readonly PreparedFeature[]> {
      for (;;) {
        const features = await next.ask(() => post({ kind: 'next' }));
        if (features === null) return;
        count += features.length;
        yield features.map(prepare);
      }
    }
    const file = await featureWriters(sink)[format](batches(), options, losses);
    post({ kind: 'file', file, count, losses: losses.list() });
  }

  return {
    /** Handles a message from the page. */
    receive(request: ExportRequest) {
      if (request.kind === 'features') next.answer(request.features);
      else if (request.kind === 'end') next.answer(null);
      else if (request.kind === 'added') added.answer(request);
      else if (request.kind === 'finished') finished.answer(request.file);
      else
        write(request.format, request.options).catch((error: unknown) =>
          post({ kind: 'failure', message: error instanceof Error ? error.message : String(error) }),
        );
    },
  };
}
