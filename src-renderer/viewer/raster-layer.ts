import TileLayer from 'ol/layer/Tile.js';
import { mercatorBox, worldMetres } from '../../src-shared/geometry/mercator.ts';
import { shownBox } from '../../src-shared/geometry/shown-box.ts';
import { drawTilesInMemory } from '../map/in-memory-canvas.ts';
import type { RasterDisplay } from './raster/raster-messages.ts';
import { createRasterGrid } from './raster-grid.ts';
import { followDrawing } from './raster-renderer.ts';
import { createRasterTiles, type RasterLayerEvents, tilePx } from './raster-tiles.ts';

const tileCacheTiles = 384;
const none = [0, 0] as const;

/** Creates the layer of a raster whose tiles are painted by workers; null if it cannot be placed. */
export function createRasterLayer(display: RasterDisplay, events: RasterLayerEvents, maxWorkers?: number) {
  const { placement } = display.info;
  if (placement.kind === 'unplaced') return null;
  const box = shownBox(placement.box);
  const extent = mercatorBox(box);
  const { widthPx, heightPx } = display.info;
  let offset = display.paint?.offset ?? none;
  const grid = createRasterGrid(tilePx);

  /**
   * Returns true if a tile touches the raster. Tiles are requested in the main world, so a raster that crosses its edge
   * is checked on both sides.
   */
  function touches([west = 0, south = 0, east = 0, north = 0]: readonly number[]): boolean {
    // With an offset the pixels of a raster are drawn beside its box. They have about the same size everywhere.
    const besideX =
      (Math.max(...offset.map(Math.abs)) * (extent[2] - extent[0])) / Math.min(widthPx, heightPx);
    const besideY =
      (Math.max(...offset.map(Math.abs)) * (extent[3] - extent[1])) / Math.min(widthPx, heightPx);
    if (north < extent[1] - besideY || south > extent[3] + besideY) return false;
    return [-worldMetres, 0, worldMetres].some(
      (world) => east + world >= extent[0] - besideX && west + world <= extent[2] + besideX,
    );
  }

  const tiles = createRasterTiles({ display, events, grid, projection: null, touches, maxWorkers });
  // The layer has no extent, because an extent would hide the raster in every world copy except the first.
  const layer = new TileLayer({ source: tiles.source, zIndex: 10, cacheSize: tileCacheTiles });
  drawTilesInMemory(layer);
  const drawing = followDrawing(layer);
  layer.on('prerender', ({ frameState }) => tiles.noteFrame(frameState ?? null));
  return {
    layer,
    box,
    shows: tiles.shows,
    source: tiles.source,
    restyle(changed: RasterDisplay) {
      offset = changed.paint?.offset ?? none;
      return tiles.restyle(changed);
    },
    isRestyling: tiles.isRestyling,
    /** Returns true if the frame with this index has all of the raster in its style. */
    isWholeIn: (frame: number): boolean => !tiles.isRestyling() && drawing.isWholeIn(frame),
    statistics: tiles.statistics,
    reader: tiles.reader,
    paint: tiles.paint,
    destroy() {
      tiles.destroy();
      layer.dispose();
    },
  };
}
/** A raster on the map, drawn from tiles that worker threads read and paint. */
export type RasterLayer = NonNullable<ReturnType<typeof createRasterLayer>>;
