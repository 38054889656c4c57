import type OlMap from 'ol/Map.js';
import type { FrameState } from 'ol/Map.js';
import type { DegreeBox } from '../geometry/box-of-places.ts';
import type { RasterStatistics } from '../raster/raster-messages.ts';
import type { PictureView } from './basemap-picture.ts';
import type { CountRequest } from './raster-counter.ts';
import { createRasterLayer, type RasterLayer } from './raster-layer.ts';
import type { SceneDisplay } from './raster-style/style-on-raster.ts';
import type { RasterLayerEvents } from './raster-tiles.ts';
import type { RasterPainter } from './takeaway/draw-view.ts';

interface RasterOnMapOptions {
  map: OlMap;
  container: HTMLElement;
  events: Omit<RasterLayerEvents, 'onDecoded'>;
}

/** Creates the place of the map's one raster. It writes which one it is to the data attributes of the container. */
export function createRasterOnMap({ map, container, events }: RasterOnMapOptions) {
  let raster: RasterLayer | null = null;

  function remove() {
    if (raster) {
      map.removeLayer(raster.layer);
      raster.destroy();
    }
    raster = null;
    container.dataset.raster = '';
    container.dataset.bands = '';
    container.dataset.decoded = '';
  }

  function add(display: SceneDisplay): RasterLayer | null {
    remove();
    raster = createRasterLayer(display, {
      ...events,
      onDecoded(blocks) {
        container.dataset.decoded = String(blocks);
      },
    });
    if (raster) map.addLayer(raster.layer);
    return raster;
  }

  return {
    /**
     * Shows this raster instead of the last one and returns its box in degrees; null if there is none or its place
     * is not known. The raster that is there already is only painted in the new way.
     */
    set(display: SceneDisplay | null): DegreeBox | null {
      if (display === null) {
        remove();
        return null;
      }
      const known = raster?.shows(display) === true ? raster : null;
      const shown = known ?? add(display);
      if (!shown) return null;
      container.dataset.rendered = 'false';
      container.dataset.raster = String(display.info.fileId);
      container.dataset.bands = display.bands.join(' ');
      known?.restyle(display);
      return shown.box;
    },
    /** Counts values of the raster; null if there is none. */
    async statistics(asked: CountRequest, signal: AbortSignal): Promise<RasterStatistics | null> {
      const { isInView, ...wanted } = asked;
      const [west = 0, south = 0, east = 0, north = 0] = map.getView().calculateExtent(map.getSize());
      const view = isInView ? ([west, south, east, north] as const) : null;
      return (await raster?.statistics({ ...wanted, view }, signal)) ?? null;
    },
    /** Returns what the map shows: its middle and scale in EPSG:3857, and its size in CSS pixels. */
    pictureView(): PictureView {
      const [x = 0, y = 0] = map.getView().getCenter() ?? [];
      const [widthPx = 0, heightPx = 0] = map.getSize() ?? [];
      return { x, y, resolution: map.getView().getResolution() ?? 1, widthPx, heightPx };
    },
    /** Returns the rasters on the map from the lowest to the highest, to be painted at another scale. */
    painters: (): RasterPainter[] =>
      raster ? [{ paint: raster.paint, opacity: raster.layer.getOpacity() }] : [],
    /** Returns true if the frame has the raster: one that was added after the frame began is not drawn yet. */
    isIn: ({ layerStatesArray }: FrameState) =>
      raster === null || layerStatesArray.some(({ layer }) => layer === raster?.layer),
  };
}
