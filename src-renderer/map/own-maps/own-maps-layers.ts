import TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import ImageTile from 'ol/source/ImageTile.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { MapSource } from '../../../src-preload/contract/maps.ts';
import { latitudeOf, longitudeOf } from '../../geometry/mercator.ts';
import { closestZoom } from '../map-animation.ts';
import { createTileRequests } from './tile-requests.ts';

/** Between the ground and the grid of coordinates, so that names and marks stay legible. */
const zIndex = 1;

interface ShownMap {
  layer: TileLayer<ImageTile>;
  source: ImageTile;
  shown: MapSource;
}

function gridOf({ grid, tileSize, maxZoom }: MapSource): TileGrid {
  if (grid === 'mercator') return createXYZ({ tileSize, maxZoom });
  // Two tiles of half the world at zoom 0.
  const resolutions = Array.from({ length: maxZoom + 1 }, (_, z) => 180 / 256 / 2 ** z);
  return new TileGrid({ extent: [-180, -90, 180, 90], origin: [-180, 90], tileSize: 256, resolutions });
}

/** Returns true if a tile may have something: nobody is asked for one outside of what the map covers. */
function isCovered(
  { bounds, grid }: MapSource,
  [west = 0, south = 0, east = 0, north = 0]: readonly number[],
) {
  if (bounds === null) return true;
  const degrees =
    grid === 'degrees'
      ? [west, south, east, north]
      : [longitudeOf(west), latitudeOf(south), longitudeOf(east), latitudeOf(north)];
  const [tileWest = 0, tileSouth = 0, tileEast = 0, tileNorth = 0] = degrees;
  return tileWest < bounds[2] && tileEast > bounds[0] && tileSouth < bounds[3] && tileNorth > bounds[1];
}

/** What of a map decides which tiles are drawn; anything else changes without a new layer. */
const identityOf = ({ id, revision, minZoom, maxZoom, tileSize, grid }: MapSource) =>
  [id, revision, minZoom, maxZoom, tileSize, grid].join(' ');

/** Draws the user's own maps: a layer of tiles for each, in their order. */
export function createOwnMapsLayers(map: OlMap) {
  const layers = new Map<string, ShownMap>();
  const requests = createTileRequests();
  const blank = document.createElement('canvas');
  blank.width = 1;
  blank.height = 1;

  function create(own: MapSource): ShownMap {
    const tileGrid = gridOf(own);
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
    // The renderer takes revision 0 for none, and would miss the first refresh.
    source.changed();
    const layer = new TileLayer({
      source,
      className: `own-map-${own.id}`,
      // Far above its widest zoom a map would need thousands of tiles for one view.
      minZoom: Math.max(0, own.minZoom - 1.5),
      maxZoom: closestZoom + 1,
    });
    map.addLayer(layer);
    return { layer, source, shown: own };
  }

  function remove(id: string) {
    const known = layers.get(id);
    if (!known) return;
    layers.delete(id);
    map.removeLayer(known.layer);
    known.source.dispose();
    known.layer.dispose();
  }

  return {
    /** Shows these maps, the highest first. */
    set(own: readonly MapSource[]) {
      const kept = new Set(own.map(({ id }) => String(id)));
      for (const id of [...layers.keys()]) if (!kept.has(id)) remove(id);
      own.forEach((each, index) => {
        const before = layers.get(each.id);
        if (before && identityOf(before.shown) !== identityOf(each)) remove(each.id);
        const known = layers.get(each.id) ?? create(each);
        if (known.shown.attempt !== each.attempt) known.source.refresh();
        known.shown = each;
        layers.set(each.id, known);
        known.layer.setVisible(each.visible);
        known.layer.setOpacity(each.opacity);
        known.layer.setZIndex(zIndex + (own.length - index) / (own.length + 1));
      });
    },
    destroy() {
      for (const id of [...layers.keys()]) remove(id);
    },
  };
}
