import type { Implementer } from '../implementer.ts';
import { abortable } from '../service/abortable.ts';
import { untilClosing } from '../until-closing.ts';
import type { Library } from './library.ts';
import type { SceneTable } from './scene-table.ts';

export function libraryProcedures(
  os: Implementer,
  { library, table, closing }: { library: Library; table: SceneTable; closing: AbortSignal },
) {
  return {
    list: os.library.list.handler(({ input }) => table.list(input)),
    footprints: os.library.footprints.handler(({ input }) => table.footprints(input.filter)),
    get: os.library.get.handler(({ input }) => table.get(input.librarySceneId)),
    // Shared by all who ask for the capture or the raster: a caller leaves, the work goes on for the others.
    refreshCapture: os.library.refreshCapture.handler(({ input, signal }) =>
      abortable(library.refreshCapture(input.scope, input.captureId), untilClosing(signal, closing)),
    ),
    ofCapture: os.library.ofCapture.handler(({ input }) => table.ofCapture(input.scope, input.captureId)),
    rasterInfo: os.library.rasterInfo.handler(({ input, signal }) =>
      abortable(library.rasterInfo(input.fileId), untilClosing(signal, closing)),
    ),
    folder: os.library.folder.handler(({ signal }) => library.folder(untilClosing(signal, closing))),
    deleteFile: os.library.deleteFile.handler(({ input }) => library.deleteFile(input.fileId)),
  };
}
