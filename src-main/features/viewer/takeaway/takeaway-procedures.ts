import { extname } from 'node:path';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import {
  type CropRefusal,
  type ExportedFile,
  isOpenedKind,
} from '../../../../src-preload/contract/takeaway.ts';
import { AppError } from '../../../core/app-error.ts';
import type { ExportsFolder } from '../../../core/exports-folder.ts';
import type { Implementer } from '../../../core/implementer.ts';
import { iterate } from '../../../core/iterate.ts';
import type { Takeaway } from './takeaway.ts';

/** What the host can do with a file; the page does not offer missing functions. */
export interface FileDesktop {
  openFile?: ((path: string) => Promise<void>) | undefined;
  revealInFolder?: ((path: string) => Promise<void>) | undefined;
  dragOut?: ((path: string) => Promise<void>) | undefined;
}

interface TakeawayProceduresOptions {
  takeaway: Takeaway;
  exports: ExportsFolder;
  pathOf(fileId: LibraryFileId): Promise<string>;
  desktop: FileDesktop;
  closing: AbortSignal;
}

type CropEvent =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; file: ExportedFile }
  | { kind: 'refused'; reason: CropRefusal };

/** Creates the procedures for exports. Files are found by a record or a name, never by a path from the page. */
export function takeawayProcedures(os: Implementer, options: TakeawayProceduresOptions) {
  const { takeaway, exports, pathOf, desktop, closing } = options;
  const of = os.takeaway;
  const find = (file: { fileId: LibraryFileId } | { exported: string }) =>
    'fileId' in file ? pathOf(file.fileId) : exports.find(file.exported);

  /** Resolves with false if the system has no program for the file. */
  async function openPath(path: string): Promise<boolean> {
    if (!isOpenedKind(path)) throw new AppError('INVALID_INPUT', { fields: { file: [extname(path)] } });
    const opened = desktop.openFile?.(path).then(
      () => true,
      () => false,
    );
    return (await opened) ?? false;
  }

  /** Yields the progress of a crop and its result; the crop is cancelled when the stream is closed. */
  async function* crop(
    input: Parameters<Takeaway['crop']>[0],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<CropEvent, void, void> {
    const stop = new AbortController();
    const ended = new AbortController();
    let failure: unknown = null;
    let running: Promise<void> = Promise.resolve();
    const all = AbortSignal.any([stop.signal, closing, ...(signal ? [signal] : [])]);
    try {
      yield* iterate<CropEvent>(
        (push) => {
          running = takeaway
            .crop(input, (share) => push({ kind: 'progress', share }), all)
            .then((result) =>
              push(
                typeof result === 'string'
                  ? { kind: 'refused', reason: result }
                  : { kind: 'done', file: result },
              ),
            )
            .catch((error: unknown) => {
              failure = error;
              ended.abort();
            });
          return () => undefined;
        },
        [all, ended.signal],
      );
    } finally {
      stop.abort();
      await running;
    }
    if (failure !== null) throw failure;
    if (signal?.aborted) throw new AppError('CANCELLED', {});
  }

  async function* untilLast(events: AsyncGenerator<CropEvent, void, void>) {
    for await (const event of events) {
      yield event;
      if (event.kind !== 'progress') return;
    }
  }

  return {
    cropWindow: of.cropWindow.handler(({ input }) => takeaway.window(input.fileId, input.area)),
    crop: of.crop.handler(({ input, signal }) => untilLast(crop(input, signal))),
    writeQgisLayer: of.writeQgisLayer.handler(async ({ input }) => {
      const file = await takeaway.writeQgisLayer(input.fileId, input.crop, input.layer, input.name);
      return { file, isOpened: input.opens && (await openPath(file.path)) };
    }),
    pathOf: of.pathOf.handler(async ({ input }) => ({ path: await find(input) })),
    open: of.open.handler(async ({ input }) => ({ isOpened: await openPath(await find(input)) })),
    reveal: of.reveal.handler(async ({ input }) => {
      await desktop.revealInFolder?.(await exports.find(input.exported));
      return null;
    }),
    drag: of.drag.handler(async ({ input }) => {
      await desktop.dragOut?.(await pathOf(input.fileId));
      return null;
    }),
  };
}
