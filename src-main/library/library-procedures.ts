import type { Implementer } from '../implementer.ts';
import type { Library } from './library.ts';
import type { SceneTable } from './scene-table.ts';

export function libraryProcedures(
  os: Implementer,
  { library, table }: { library: Library; table: SceneTable },
) {
  return {
    list: os.library.list.handler(({ input }) => table.list(input)),
    footprints: os.library.footprints.handler(({ input }) => table.footprints(input.filter)),
    get: os.library.get.handler(({ input }) => table.get(input.librarySceneId)),
    refreshCapture: os.library.refreshCapture.handler(({ input }) =>
      library.refreshCapture(input.scope, input.captureId),
    ),
    ofCapture: os.library.ofCapture.handler(({ input }) => table.ofCapture(input.scope, input.captureId)),
    rasterInfo: os.library.rasterInfo.handler(({ input }) => library.rasterInfo(input.fileId)),
    deleteFile: os.library.deleteFile.handler(({ input }) => library.deleteFile(input.fileId)),
  };
}
