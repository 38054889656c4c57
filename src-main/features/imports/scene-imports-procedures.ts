import type { Implementer } from '../../core/implementer.ts';
import type { ReceivedFiles } from './received-files.ts';
import type { SceneImports } from './scene-imports.ts';

/** Returns the procedures of the imports of scenes. */
export function sceneImportsProcedures(
  os: Implementer,
  { imports, received }: { imports: SceneImports; received: ReceivedFiles },
) {
  const { sceneImports } = os;
  return {
    list: sceneImports.list.handler(() => imports.list()),
    rows: sceneImports.rows.handler(({ input: { importId, ...page } }) => imports.rows(importId, page)),
    read: sceneImports.read.handler(({ input }) => imports.readPaths(input.paths)),
    readAddress: sceneImports.readAddress.handler(({ input }) => imports.readAddress(input)),
    readAgain: sceneImports.readAgain.handler(({ input }) => imports.readAgain(input.importId)),
    beginCopy: sceneImports.beginCopy.handler(async ({ input }) => ({ copyId: await received.begin(input) })),
    addCopy: sceneImports.addCopy.handler(({ input }) => received.add(input.copyId, input.base64)),
    discardCopy: sceneImports.discardCopy.handler(({ input }) => received.discard(input.copyId)),
    readCopies: sceneImports.readCopies.handler(({ input }) => imports.readCopies(input.copyIds)),
    want: sceneImports.want.handler(({ input }) => imports.want(input.importId, input.seqs, input.isWanted)),
    plannedSeqs: sceneImports.plannedSeqs.handler(({ input }) => imports.plannedSeqs(input.importId)),
    files: sceneImports.files.handler(({ input }) => imports.files(input.importId, input.seqs)),
    join: sceneImports.join.handler(({ input }) => imports.join(input.importId, input.seqs, input.name)),
    split: sceneImports.split.handler(({ input }) => imports.split(input.importId, input.seqs)),
    enterFacts: sceneImports.enterFacts.handler(({ input: { importId, seqs, ...facts } }) =>
      imports.enterFacts(importId, seqs, facts),
    ),
    enterBands: sceneImports.enterBands.handler(({ input }) =>
      imports.enterBands(input.importId, input.rasters, input.bands),
    ),
    undoEdit: sceneImports.undoEdit.handler(({ input }) => imports.undoEdit(input.importId)),
    start: sceneImports.start.handler(({ input }) => imports.start(input.importId)),
    stop: sceneImports.stop.handler(({ input }) => imports.stop(input.importId)),
    forget: sceneImports.forget.handler(({ input }) => imports.forget(input.importId)),
    undoFacts: sceneImports.undoFacts.handler(({ input }) => imports.undoFacts(input.importId)),
    undo: sceneImports.undo.handler(({ input }) => imports.undo(input.importId, input.permanently)),
  };
}
