import TileLayer from 'ol/layer/Tile.js';
import ImageTile from 'ol/source/ImageTile.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { MapSource } from '../../../src-preload/contract/maps.ts';
import { closestZoom } from '../map-animation.ts';
import type { OwnLayer, OwnLayerEvents } from './own-layer.ts';
import { zoomsBelow } from './picture-layer.ts';
import { isCovered } from './tile-grids.ts';
import { createTileRetry } from './tile-retry.ts';
import { createVectorLabels, type PlacedLabels } from './vector/label-canvas.ts';
import { createTileLegends } from './vector/tile-legends.ts';
import type { VectorClient } from './vector/vector-client.ts';
import type { VectorTheme } from './vector/vector-style.ts';
import { drawnTileAt, storedTileOf } from './vector/vector-tile-place.ts';

/** Tiles are painted finer than the screen, because they are scaled between two zooms. */
const ratio = 2;
const tilePx = 512;
/** The number of tiles whose names and legends are kept, which is more than are ever in view. */
const maxRemembered = 400;
/** The distance in CSS pixels at which the pointer still hits a feature. */
const reachPx = 5;

/** The theme and the language of the window. */
export interface WindowTheme {
  scheme: () => VectorTheme;
  language: () => string;
  colours: PlacedLabels;
}

/** Creates the layer of a map made of vector tiles. A worker paints them; names have their own canvas. */
export function createVectorLayer(
  own: MapSource,
  { client, theme, events }: { client: VectorClient; theme: WindowTheme; events: OwnLayerEvents },
): OwnLayer {
  const grid = createXYZ({ tileSize: tilePx, minZoom: own.minZoom, maxZoom: closestZoom });
  const blank = document.createElement('canvas');
  blank.width = 1;
  blank.height = 1;
  const legends = createTileLegends(maxRemembered);
  const labels = createVectorLabels({ grid, theme: theme.colours, maxTiles: maxRemembered });
  // All features of a reference layer have one colour, that of the map.
  const colourName = own.kind === 'reference' ? own.id : null;
  let attempt = 0;

  const source = new ImageTile({
    tileGrid: grid,
    wrapX: true,
    transition: 0,
    loader: async (z, x, y, { signal }) => {
      if (!isCovered(own, grid.getTileCoordExtent([z, x, y]))) return blank;
      const { tile, left, top, span } = storedTileOf(own, { z, x, y }, attempt);
      const window = { left, top, span, sizePx: tilePx, ratio, zoom: z + 1 };
      const painted = await client.tile(
        { tile, window, theme: theme.scheme(), language: theme.language(), colourName },
        signal,
      );
      labels.set({ z, x, y }, { labels: painted.labels, left, top, span });
      legends.set(`${z}/${x}/${y}`, painted.legend);
      events.onLegend();
      return painted.bitmap ?? blank;
    },
  });
  source.changed();
  const retry = createTileRetry(source, { onMissing: events.onMissing });
  const layer = new TileLayer({
    source,
    className: `own-map-${own.id}`,
    minZoom: Math.max(0, own.minZoom - zoomsBelow),
    maxZoom: closestZoom + 1,
  });

  function refresh() {
    attempt += 1;
    retry.reset();
    source.refresh();
  }

  return {
    layers: [layer, labels.layer],
    refresh,
    restyle() {
      labels.clear();
      legends.clear();
      source.refresh();
    },
    setOpacity(opacity) {
      layer.setOpacity(opacity);
      labels.setOpacity(opacity);
    },
    legend: legends.entries,
    async hits(at) {
      const drawn = drawnTileAt(grid, at);
      if (drawn === null) return [];
      const { z, x, y } = drawn.tile;
      if (!isCovered(own, grid.getTileCoordExtent([z, x, y]))) return [];
      const { tile, left, top, span } = storedTileOf(own, drawn.tile, attempt);
      return client.hit({
        tile,
        x: left + drawn.right * span,
        y: top + drawn.down * span,
        reach: ((reachPx * at.resolution) / drawn.widthMetres) * span,
        language: theme.language(),
      });
    },
    destroy() {
      retry.destroy();
      source.dispose();
      layer.dispose();
      labels.layer.dispose();
    },
  };
}
