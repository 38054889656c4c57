import type { MapRaster } from '../../../src-preload/contract/maps.ts';
import { naturalBands } from '../../../src-shared/raster/raster-bands.ts';
import { createRasterLayer } from '../../viewer/raster-layer.ts';
import { asPicture, type OwnLayer, type OwnLayerEvents } from './own-layer.ts';

/** One worker is enough, because other layers are usually shown too. */
const workers = 1;

/** Creates the layer of a GeoTIFF; returns null if its projection is unknown or it has no band. */
export function createGeotiffLayer(info: MapRaster, events: OwnLayerEvents): OwnLayer | null {
  const natural = naturalBands(info.bands);
  if (natural === null) return null;
  let failed = 0;
  const raster = createRasterLayer(
    { info, bands: natural.bands },
    {
      onLoading: () => undefined,
      onFailure() {
        failed += 1;
        events.onMissing(failed);
      },
    },
    workers,
  );
  if (raster === null) return null;
  return {
    ...asPicture,
    layers: [raster.layer],
    refresh() {
      failed = 0;
      events.onMissing(0);
      raster.layer.getSource()?.refresh();
    },
    setOpacity: (opacity) => raster.layer.setOpacity(opacity),
    destroy: raster.destroy,
  };
}
