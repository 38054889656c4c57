import TileLayer from 'ol/layer/Tile.js';
import ImageTile from 'ol/source/ImageTile.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { MapSource } from '../../../src-preload/contract/maps.ts';
import { fileAddress } from '../../client/launch-page.ts';
import { closestZoom } from '../map-animation.ts';
import type { OwnLayer, OwnLayerEvents } from './own-layer.ts';
import { zoomsBelow } from './picture-layer.ts';
import { isCovered } from './tile-grids.ts';
import { createTileRetry } from './tile-retry.ts';
import { createVectorLabels, type PlacedLabels } from './vector/label-canvas.ts';
import type { LegendEntry } from './vector/paint-vector.ts';
import type { VectorClient } from './vector/vector-client.ts';
import type { VectorTheme } from './vector/vector-style.ts';
import { tileUnits } from './vector/vector-tile-data.ts';

/** Painted finer than the screen, because tiles are scaled between two zooms. */
const ratio = 2;
const tilePx = 512;
/** How many tiles' names and legends are remembered; more than are ever in view. */
const mostRemembered = 400;
/** A pointer need not be exact. */
const reachPx = 5;

/** How the window is drawn now. */
export interface WindowTheme {
  scheme: () => VectorTheme;
  language: () => string;
  colours: PlacedLabels;
}

interface Remembered {
  legend: readonly LegendEntry[];
}

/** Creates the layer of a map made of vector tiles: painted in a thread, with names on a canvas of their own. */
export function createVectorLayer(
  own: MapSource,
  { client, theme, events }: { client: VectorClient; theme: WindowTheme; events: OwnLayerEvents },
): OwnLayer {
  const grid = createXYZ({ tileSize: tilePx, minZoom: own.minZoom, maxZoom: closestZoom });
  const blank = document.createElement('canvas');
  blank.width = 1;
  blank.height = 1;
  const remembered = new Map<string, Remembered>();
  const labels = createVectorLabels({ grid, theme: theme.colours, mostTiles: mostRemembered });
  // All features of a reference layer have one colour, that of the map.
  const colourName = own.kind === 'reference' ? own.id : null;
  let attempt = 0;

  /** Beyond the last zoom of the map a tile shows a part of the one that contains it. */
  function tileAt(z: number, x: number, y: number) {
    const beyond = Math.max(0, z - own.maxZoom);
    const size = 2 ** beyond;
    const place = { z: z - beyond, x: Math.floor(x / size), y: Math.floor(y / size) };
    const span = tileUnits / size;
    const path = `/files/map-tile/${own.id}/${own.revision}/${place.z}/${place.x}/${place.y}`;
    return {
      tile: { key: `${path} ${attempt}`, address: fileAddress(path) },
      left: (x - place.x * size) * span,
      top: (y - place.y * size) * span,
      span,
    };
  }

  function remember(key: string, legend: readonly LegendEntry[]) {
    remembered.delete(key);
    remembered.set(key, { legend });
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    events.onLegend();
  }

  const source = new ImageTile({
    tileGrid: grid,
    wrapX: true,
    transition: 0,
    loader: async (z, x, y, { signal }) => {
      if (!isCovered(own, grid.getTileCoordExtent([z, x, y]))) return blank;
      const { tile, left, top, span } = tileAt(z, x, y);
      const window = { left, top, span, sizePx: tilePx, ratio, zoom: z + 1 };
      const painted = await client.tile(
        { tile, window, theme: theme.scheme(), language: theme.language(), colourName },
        signal,
      );
      labels.set({ z, x, y }, { labels: painted.labels, left, top, span });
      remember(`${z}/${x}/${y}`, painted.legend);
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
      remembered.clear();
      source.refresh();
    },
    setOpacity(opacity) {
      layer.setOpacity(opacity);
      labels.setOpacity(opacity);
    },
    legend() {
      const entries = new Map<string, LegendEntry>();
      for (const { legend } of remembered.values()) for (const entry of legend) entries.set(entry.key, entry);
      return [...entries.values()];
    },
    async hits({ x, y, resolution }) {
      const z = grid.getZForResolution(resolution);
      const [, column = 0, row = 0] = grid.getTileCoordForCoordAndZ([x, y], z);
      const columns = 2 ** z;
      const wrapped = ((column % columns) + columns) % columns;
      if (row < 0 || row >= columns) return [];
      const extent = grid.getTileCoordExtent([z, column, row]);
      if (!isCovered(own, grid.getTileCoordExtent([z, wrapped, row]))) return [];
      const { tile, left, top, span } = tileAt(z, wrapped, row);
      const width = (extent[2] ?? 0) - (extent[0] ?? 0);
      return client.hit({
        tile,
        x: left + ((x - (extent[0] ?? 0)) / width) * span,
        y: top + (((extent[3] ?? 0) - y) / width) * span,
        reach: ((reachPx * resolution) / width) * span,
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
