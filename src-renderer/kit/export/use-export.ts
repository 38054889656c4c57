import { useCallback, useEffect, useRef, useState } from 'react';
import { type ExportFormat, exportFiles } from '../../formats/export-format.ts';
import type { ExportLoss } from '../../formats/export-losses.ts';
import type { ExportedFile } from '../../formats/export-session.ts';
import type { ExportedFeature } from '../../formats/exported-feature.ts';
import type { WriteOptions } from '../../formats/feature-writer.ts';
import { useApi } from '../client/api.tsx';
import { saveFile } from '../client/save-file.ts';
import { hasErrorCode } from '../i18n/error-text.ts';
import { exportFeatures } from './export-features.ts';
import type { ExportSource, OutputRows } from './list-export.ts';

/** An export: what is written, in which format, to which file name. */
export interface ExportRequest {
  source: ExportSource;
  rows: OutputRows;
  format: ExportFormat;
  options: WriteOptions;
  /** With its extension. */
  fileName: string;
}

/** A file that was handed to the browser or the system. */
export interface SavedExport {
  fileName: string;
  count: number;
  sizeBytes: number;
  losses: ExportLoss[];
}

/** The state of an export; `read` and `total` count rows. */
export type ExportProgress =
  | { kind: 'idle' }
  | { kind: 'running'; read: number; total: number }
  | { kind: 'saved'; saved: SavedExport }
  | { kind: 'failed'; error: unknown };

/** A long list may change before its last page has been read; then the export starts again. */
const maxAttempts = 3;

/** Returns the progress of an export and the functions that run and cancel it. One runs at a time; it ends when the dialog is closed. */
export function useExport() {
  const { client } = useApi();
  const [progress, setProgress] = useState<ExportProgress>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function write({ source, rows, format, options }: ExportRequest, signal: AbortSignal) {
    let unreadable = 0;
    async function* batches(): AsyncGenerator<ExportedFeature[]> {
      let count = 0;
      let all = 0;
      for await (const { features, read, total } of source.pages(rows, signal)) {
        setProgress({ kind: 'running', read, total });
        count += features.length;
        all = total;
        yield features;
      }
      unreadable = all - count;
    }
    const written = await exportFeatures({ format, options, batches: batches(), client, signal });
    const lost: ExportLoss[] = unreadable > 0 ? [{ kind: 'unreadable', count: unreadable }] : [];
    return { ...written, losses: [...lost, ...written.losses] };
  }

  async function writeWhole(request: ExportRequest, signal: AbortSignal): Promise<ExportedFile> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write(request, signal);
      } catch (error) {
        if (attempt >= maxAttempts || signal.aborted || !hasErrorCode(error, 'CONFLICT')) throw error;
      }
    }
  }

  return {
    progress,
    async run(request: ExportRequest) {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setProgress({ kind: 'running', read: 0, total: request.source.counts[request.rows] });
      try {
        const { file, count, losses } = await writeWhole(request, controller.signal);
        saveFile(request.fileName, file, exportFiles[request.format].mediaType);
        const saved = { fileName: request.fileName, count, sizeBytes: file.size, losses };
        setProgress({ kind: 'saved', saved });
      } catch (error) {
        if (running.current === controller)
          setProgress(controller.signal.aborted ? { kind: 'idle' } : { kind: 'failed', error });
      }
    },
    /** Clears the result of the last export once something else is selected; does nothing while one runs. */
    forget: useCallback(
      () => setProgress((before) => (before.kind === 'running' ? before : { kind: 'idle' })),
      [],
    ),
    /** Cancels the running export. */
    cancel() {
      running.current?.abort();
      setProgress({ kind: 'idle' });
    },
  };
}
