import type OlMap from 'ol/Map.js';
import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapRaster, MapSource } from '../../../src-preload/contract/maps.ts';
import { mercatorX, mercatorY } from '../../../src-shared/geometry/mercator.ts';
import type { LonLat } from '../../kit/i18n/coordinates.ts';
import type { Palette } from '../palette.ts';
import { followPointer } from './follow-pointer.ts';
import { createGeotiffLayer } from './geotiff-layer.ts';
import type { OwnLayer, OwnLayerEvents } from './own-layer.ts';
import type { OwnMapHit } from './own-map-hit.ts';
import { createPictureLayer } from './picture-layer.ts';
import { createTileRequests } from './tile-requests.ts';
import type { LegendEntry } from './vector/paint-vector.ts';
import { createVectorClient } from './vector/vector-client.ts';
import type { VectorTheme } from './vector/vector-style.ts';
import { createVectorLayer } from './vector-layer.ts';

/** Between the ground and the grid of coordinates, so that names and marks stay legible. */
const zIndex = 1;
/** Names are above those of the ground, and below marks. */
export const ownNamesZIndex = 12;

/** A map that is to be drawn. `raster` has the properties of a GeoTIFF; null until they are loaded. */
export interface DrawnMap {
  own: MapSource;
  raster: MapRaster | null;
}

interface Shown {
  layer: OwnLayer;
  own: MapSource;
  identity: string;
}

/** Returns the key of the layer of a map. Other properties change without a new layer. */
const identityOf = ({ own, raster }: DrawnMap) =>
  [own.id, own.revision, own.content, own.minZoom, own.maxZoom, own.tileSize, own.grid, raster?.path].join(
    ' ',
  );

/** The events of the layers of the user's own maps. */
export interface OwnMapsEvents {
  /** Receives the number of tiles of a map that could not be loaded after all attempts. */
  onMissing(id: MapSourceId, count: number): void;
  /** Called when the legend of a map may have changed. */
  onLegend(id: MapSourceId): void;
}

const schemeOfWindow = () =>
  document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light';

/**
 * Creates the layers of the user's own maps, one for each, in their sequence. Hidden maps have no layer. `scheme` is that of the
 * window if it is left out.
 */
export function createOwnMapsLayers(
  map: OlMap,
  palette: () => Palette,
  events: OwnMapsEvents,
  scheme: () => VectorTheme = schemeOfWindow,
) {
  let visible: readonly DrawnMap[] = [];
  const shown = new Map<MapSourceId, Shown>();
  const requests = createTileRequests();
  const client = createVectorClient();
  const theme = {
    scheme,
    language: () => document.documentElement.lang,
    colours: { text: () => palette().basemap.townLabel, halo: () => palette().basemap.labelHalo },
  } as const;

  function layerOf({ own, raster }: DrawnMap): OwnLayer | null {
    const layerEvents: OwnLayerEvents = {
      onMissing: (count) => events.onMissing(own.id, count),
      onLegend: () => events.onLegend(own.id),
    };
    if (own.content === 'vector') return createVectorLayer(own, { client, theme, events: layerEvents });
    if (own.content === 'raster') return raster === null ? null : createGeotiffLayer(raster, layerEvents);
    return createPictureLayer(own, { requests, events: layerEvents });
  }

  function remove(id: MapSourceId) {
    const entry = shown.get(id);
    if (!entry) return;
    shown.delete(id);
    for (const layer of entry.layer.layers) map.removeLayer(layer);
    entry.layer.destroy();
    events.onMissing(id, 0);
  }

  function add(drawn: DrawnMap, identity: string): Shown | null {
    const layer = layerOf(drawn);
    if (layer === null) return null;
    const added = { layer, own: drawn.own, identity };
    shown.set(drawn.own.id, added);
    for (const each of layer.layers) map.addLayer(each);
    return added;
  }

  /** Resolves with the features at a place, those of the highest map first. */
  async function hits([longitude, latitude]: LonLat): Promise<OwnMapHit[]> {
    const resolution = map.getView().getResolution() ?? 1;
    const at = { x: mercatorX(longitude), y: mercatorY(latitude), resolution };
    const highestFirst = [...shown.values()].sort(
      (a, b) => (b.layer.layers[0]?.getZIndex() ?? 0) - (a.layer.layers[0]?.getZIndex() ?? 0),
    );
    const found = await Promise.all(
      highestFirst.map(async ({ layer, own }) =>
        (await layer.hits(at)).map((feature) => ({
          mapId: own.id,
          mapName: own.name,
          isReference: own.kind === 'reference',
          feature,
        })),
      ),
    );
    return found.flat();
  }

  const stopPointer = followPointer(map, {
    hits,
    hasFeatures: () => [...shown.values()].some(({ own }) => own.content === 'vector'),
  });

  return {
    /** Shows these maps, the highest first. */
    set(maps: readonly DrawnMap[]) {
      visible = maps.filter(({ own }) => own.visible);
      const visibleIds = new Set(visible.map(({ own }) => own.id));
      for (const id of [...shown.keys()]) if (!visibleIds.has(id)) remove(id);
      visible.forEach((drawn, index) => {
        const { own } = drawn;
        const identity = identityOf(drawn);
        const before = shown.get(own.id);
        if (before && before.identity !== identity) remove(own.id);
        const entry = shown.get(own.id) ?? add(drawn, identity);
        if (entry === null) return;
        if (entry.own.attempt !== own.attempt) entry.layer.refresh();
        entry.own = own;
        entry.layer.setOpacity(own.opacity);
        const height = (visible.length - index) / (visible.length + 1);
        entry.layer.layers.forEach((layer, at) => {
          layer.setZIndex((at === 0 ? zIndex : ownNamesZIndex) + height / 2);
        });
      });
    },
    /** Returns the visible maps, the highest first. */
    visible: () => visible,
    /** Requests again what could not be loaded of a map. */
    refresh(id: MapSourceId) {
      shown.get(id)?.layer.refresh();
    },
    /** Draws again in the colours and the language of the window. */
    restyle() {
      for (const { layer } of shown.values()) layer.restyle();
    },
    /** Returns the legend of what is drawn of a map now. */
    legend: (id: MapSourceId): readonly LegendEntry[] => shown.get(id)?.layer.legend() ?? [],
    hits,
    destroy() {
      stopPointer();
      for (const id of [...shown.keys()]) remove(id);
      client.destroy();
    },
  };
}
