import { defaults as defaultControls } from 'ol/control/defaults.js';
import TileLayer from 'ol/layer/Tile.js';
import OlMap from 'ol/Map.js';
import Projection from 'ol/proj/Projection.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import View from 'ol/View.js';
import type { RasterDisplay, RasterFailure, TileExtent } from '../raster/raster-messages.ts';
import { createRasterTiles, tilePx } from '../raster-tiles.ts';

/** The maximum size of a pixel of the raster on the screen, in CSS pixels. */
const closestPx = 32;
const tileCacheTiles = 384;

interface UnplacedViewEvents {
  onFailure(failure: RasterFailure): void;
  /** Called when the view has moved. `extent` is the visible part, in pixels with y upwards. */
  onMoved(extent: TileExtent): void;
}

/** Creates the view of a raster that has no place: in its own pixels, with y upwards. */
export function createUnplacedView(
  container: HTMLElement,
  display: RasterDisplay,
  { onFailure, onMoved }: UnplacedViewEvents,
) {
  const { widthPx, heightPx } = display.info;
  const extent = [0, -heightPx, widthPx, 0];
  const projection = new Projection({ code: 'nadir:pixels', units: 'pixels', extent });
  const resolutions: number[] = [];
  for (let size = 1 / closestPx; ; size *= 2) {
    resolutions.unshift(size);
    if (tilePx * size >= Math.max(widthPx, heightPx)) break;
  }
  const grid = new TileGrid({ origin: [0, 0], extent, resolutions, tileSize: tilePx });
  const touches = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]) =>
    east > 0 && west < widthPx && north > -heightPx && south < 0;
  const tiles = createRasterTiles({
    display,
    grid,
    projection,
    touches,
    events: { onLoading: (count) => container.setAttribute('data-loading', String(count)), onFailure },
  });
  const layer = new TileLayer({ source: tiles.source, cacheSize: tileCacheTiles });
  const view = new View({
    projection,
    extent,
    constrainOnlyCenter: true,
    resolutions,
    enableRotation: false,
  });
  const map = new OlMap({
    target: container,
    layers: [layer],
    view,
    controls: defaultControls({ rotate: false, attribution: false, zoom: false }),
  });
  view.fit(extent, { padding: [70, 70, 40, 70] });
  map.on('rendercomplete', () => container.setAttribute('data-rendered', 'true'));
  map.on('moveend', () => {
    const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(map.getSize());
    onMoved([west, south, east, north]);
  });
  return {
    /** Draws the raster in another style. */
    restyle(styled: RasterDisplay) {
      container.setAttribute('data-rendered', 'false');
      tiles.restyle(styled);
    },
    statistics: tiles.statistics,
    destroy() {
      tiles.destroy();
      map.setTarget(undefined);
      map.dispose();
    },
  };
}
/** A view of a raster that has no place. */
export type UnplacedView = ReturnType<typeof createUnplacedView>;
