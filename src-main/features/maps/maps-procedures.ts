import type { Implementer } from '../../core/implementer.ts';
import { untilClosing } from '../../core/until-closing.ts';
import type { Maps } from './maps.ts';

interface MapsProcedureDeps {
  maps: Maps;
  /** Aborted when Nadir closes. */
  closing: AbortSignal;
}

/** The procedures of the user's own maps. */
export function mapsProcedures(os: Implementer, { maps, closing }: MapsProcedureDeps) {
  return {
    list: os.maps.list.handler(() => maps.list()),
    addFile: os.maps.addFile.handler(({ input, signal }) =>
      maps.addFile(input.path, untilClosing(signal, closing)),
    ),
    beginCopy: os.maps.beginCopy.handler(async ({ input }) => ({ copyId: await maps.beginCopy(input) })),
    addCopy: os.maps.addCopy.handler(({ input }) => maps.addCopy(input.copyId, input.base64)),
    finishCopy: os.maps.finishCopy.handler(({ input, signal }) =>
      maps.finishCopy(input.copyId, untilClosing(signal, closing)),
    ),
    discardCopy: os.maps.discardCopy.handler(({ input }) => maps.discardCopy(input.copyId)),
    beginReference: os.maps.beginReference.handler(async ({ input }) => ({
      id: await maps.beginReference(input.name),
    })),
    addReference: os.maps.addReference.handler(({ input }) => maps.addReference(input.id, input.features)),
    finishReference: os.maps.finishReference.handler(({ input }) => maps.finishReference(input.id)),
    discardReference: os.maps.discardReference.handler(({ input }) => maps.discardReference(input.id)),
    feature: os.maps.feature.handler(({ input }) => maps.feature(input.id, input.featureId)),
    raster: os.maps.raster.handler(({ input }) => maps.raster(input.id)),
    probe: os.maps.probe.handler(({ input, signal }) => maps.probe(input, untilClosing(signal, closing))),
    addAddress: os.maps.addAddress.handler(({ input, signal }) =>
      maps.addAddress(input, untilClosing(signal, closing)),
    ),
    update: os.maps.update.handler(({ input: { id, patch } }) => maps.update(id, patch)),
    move: os.maps.move.handler(({ input: { id, to } }) => maps.move(id, to)),
    remove: os.maps.remove.handler(({ input }) => maps.remove(input.id)),
    retry: os.maps.retry.handler(({ input }) => maps.retry(input.id)),
    estimateArea: os.maps.estimateArea.handler(({ input }) => maps.estimateArea(input)),
    saveArea: os.maps.saveArea.handler(({ input }) => maps.saveArea(input)),
    pauseArea: os.maps.pauseArea.handler(({ input }) => maps.pauseArea(input.id)),
    resumeArea: os.maps.resumeArea.handler(({ input }) => maps.resumeArea(input.id)),
    removeArea: os.maps.removeArea.handler(({ input }) => maps.removeArea(input.id)),
  };
}
