import TileLayer from 'ol/layer/Tile.js';
import ImageTile from 'ol/source/ImageTile.js';
import type { MapSource } from '../../../src-preload/contract/maps.ts';
import { closestZoom } from '../map-animation.ts';
import { asPicture, type OwnLayer, type OwnLayerEvents } from './own-layer.ts';
import { gridOf, isCovered } from './tile-grids.ts';
import type { createTileRequests } from './tile-requests.ts';
import { createTileRetry } from './tile-retry.ts';

/** How many zooms below its lowest one a map is still drawn. Further out one view would need thousands of tiles. */
export const zoomsBelow = 1.5;

/** Creates the layer of a map whose tiles are pictures. */
export function createPictureLayer(
  own: MapSource,
  { requests, events }: { requests: ReturnType<typeof createTileRequests>; events: OwnLayerEvents },
): OwnLayer {
  const tileGrid = gridOf(own);
  const blank = document.createElement('canvas');
  blank.width = 1;
  blank.height = 1;
  const source = new ImageTile({
    tileGrid,
    projection: own.grid === 'mercator' ? 'EPSG:3857' : 'EPSG:4326',
    wrapX: true,
    transition: 0,
    loader: async (z, x, y, { signal }) => {
      if (!isCovered(own, tileGrid.getTileCoordExtent([z, x, y]))) return blank;
      const path = `/files/map-tile/${own.id}/${own.revision}/${z}/${x}/${y}`;
      return (await requests.picture(path, { signal, isRemote: own.hosts.length > 0 })) ?? blank;
    },
  });
  // The renderer treats revision 0 as none, so it would miss the first refresh.
  source.changed();
  const retry = createTileRetry(source, { onMissing: events.onMissing });
  const layer = new TileLayer({
    source,
    className: `own-map-${own.id}`,
    minZoom: Math.max(0, own.minZoom - zoomsBelow),
    maxZoom: closestZoom + 1,
  });
  return {
    ...asPicture,
    layers: [layer],
    refresh() {
      retry.reset();
      source.refresh();
    },
    setOpacity: (opacity) => layer.setOpacity(opacity),
    destroy() {
      retry.destroy();
      source.dispose();
      layer.dispose();
    },
  };
}
