import type OlMap from 'ol/Map.js';
import type { FrameState } from 'ol/Map.js';
import type { DegreeBox } from '../geometry/box-of-places.ts';
import type { RasterStatistics } from '../raster/raster-messages.ts';
import type { PictureView } from './basemap-picture.ts';
import { createClip } from './compare/clip-layers.ts';
import { createSideMap, type SideMap } from './compare/side-map.ts';
import type { PixelReader } from './pixels/readable-rasters.ts';
import type { CountRequest } from './raster-counter.ts';
import { createRasterLayer, type RasterLayer } from './raster-layer.ts';
import type { SceneDisplay } from './raster-style/style-on-raster.ts';
import { type RasterLayerEvents, rasterKey } from './raster-tiles.ts';
import type { RasterPainter } from './takeaway/draw-view.ts';

interface RasterOnMapOptions {
  map: OlMap;
  container: HTMLElement;
  events: Omit<RasterLayerEvents, 'onDecoded'>;
}

/** A raster above that of the selection; `opacity` is from 0 to 1. */
export interface DisplayAbove {
  display: SceneDisplay;
  opacity: number;
}

/**
 * Which part of the rasters above is drawn: what is to the right of a share of the map's width, from 0 for all of it to
 * 1 for nothing, or all of it in a second map beside the first one.
 */
export type PartAbove = { from: number } | { beside: HTMLElement };

/** One worker reads each raster above, so that many of them need not more memory than a computer has. */
const workersAbove = 1;
/** Above the ground and below the names. */
const lowest = 10;

/**
 * Creates the place of the map's rasters: that of the selection, and those above it. It writes which ones they are to the
 * data attributes of the container.
 */
export function createRasterOnMap({ map, container, events }: RasterOnMapOptions) {
  const layers = new Map<string, RasterLayer>();
  const pending = new Map<string, number>();
  let base: SceneDisplay | null = null;
  let above: readonly DisplayAbove[] = [];
  let part: PartAbove = { from: 0 };
  let side: SideMap | null = null;
  const clip = createClip(map);

  function create(key: string, display: SceneDisplay): RasterLayer | null {
    const isBase = display === base;
    const raster = createRasterLayer(
      display,
      {
        onLoading(count) {
          pending.set(key, count);
          events.onLoading([...pending.values()].reduce((sum, each) => sum + each, 0));
        },
        onFailure: events.onFailure,
        onDecoded(blocks) {
          if (base !== null && key === rasterKey(base)) container.dataset.decoded = String(blocks);
        },
      },
      isBase ? undefined : workersAbove,
    );
    if (raster) {
      layers.set(key, raster);
      map.addLayer(raster.layer);
    }
    return raster;
  }

  function remove(key: string, raster: RasterLayer) {
    clip.free(raster.layer);
    map.removeLayer(raster.layer);
    raster.destroy();
    layers.delete(key);
    pending.delete(key);
  }

  /** Draws one raster at this height; null if it cannot be placed. */
  function place(display: SceneDisplay, height: number, opacity: number): RasterLayer | null {
    const key = rasterKey(display);
    const known = layers.get(key);
    const raster = known ?? create(key, display);
    void known?.restyle(display);
    raster?.layer.setZIndex(lowest + height);
    raster?.layer.setOpacity(opacity);
    return raster;
  }

  function applyPart(raised: readonly RasterLayer[]) {
    const beside = 'beside' in part && raised.length > 0 ? part.beside : null;
    for (const raster of layers.values()) if (!raised.includes(raster)) clip.free(raster.layer);
    for (const { layer } of raised) {
      layer.setVisible(beside === null);
      if ('from' in part) clip.set(layer, part.from);
    }
    if (side !== null && side.target !== beside) {
      side.destroy();
      side = null;
    }
    if (beside === null) return;
    side ??= createSideMap(map, beside);
    side.show(raised);
  }

  /** Makes the layers those of the rasters; returns the box of the lowest one. */
  function reconcile(): DegreeBox | null {
    container.dataset.rendered = 'false';
    const wanted = [...(base === null ? [] : [base]), ...above.map(({ display }) => display)];
    const keys = new Set(wanted.map(rasterKey));
    for (const [key, raster] of [...layers]) if (!keys.has(key)) remove(key, raster);
    const lower = base === null ? null : place(base, 0, 1);
    lower?.layer.setVisible(true);
    const raised = above.flatMap(({ display, opacity }, i) => place(display, i + 1, opacity) ?? []);
    applyPart(raised);
    container.dataset.raster = lower === null || base === null ? '' : String(base.info.fileId);
    container.dataset.bands = lower === null || base === null ? '' : base.bands.join(' ');
    container.dataset.rasters = lower === null ? '' : wanted.map(({ info }) => info.fileId).join(' ');
    if (lower === null) container.dataset.decoded = '';
    // Also where nothing has changed there is a frame, which says that all is drawn.
    map.render();
    return lower?.box ?? null;
  }

  return {
    /**
     * Shows this raster as that of the selection, and returns its box in degrees; null if there is none or its place is
     * not known. A raster that is there already is only painted in the new way.
     */
    set(display: SceneDisplay | null): DegreeBox | null {
      if (display === base && display === null) return null;
      base = display;
      if (display === null) above = [];
      return reconcile();
    },
    /** Shows these rasters above that of the selection, from the lowest. */
    setAbove(displays: readonly DisplayAbove[]) {
      if (displays.length === 0 && above.length === 0) return;
      above = base === null ? [] : displays;
      reconcile();
    },
    /** Draws only a part of the rasters above. */
    setPart(wanted: PartAbove) {
      part = wanted;
      applyPart(above.flatMap(({ display }) => layers.get(rasterKey(display)) ?? []));
      map.render();
    },
    /** Counts values of a raster: that of the selection if `display` is left out; null if it is not there. */
    async statistics(
      asked: CountRequest,
      signal: AbortSignal,
      display = base,
    ): Promise<RasterStatistics | null> {
      const { isInView, ...wanted } = asked;
      const [west = 0, south = 0, east = 0, north = 0] = map.getView().calculateExtent(map.getSize());
      const view = isInView ? ([west, south, east, north] as const) : null;
      const raster = display === null ? undefined : layers.get(rasterKey(display));
      return (await raster?.statistics({ ...wanted, view }, signal)) ?? null;
    },
    /** Returns what reads pixels of a raster that is shown; it reads nothing once the raster is gone. */
    readerOf(display: SceneDisplay): PixelReader {
      const key = rasterKey(display);
      return {
        points: async (places, signal) => (await layers.get(key)?.reader.points(places, signal)) ?? null,
        area: async (asked, signal, onProgress) =>
          (await layers.get(key)?.reader.area(asked, signal, onProgress)) ?? null,
      };
    },
    /** Returns what the map shows: its middle and scale in EPSG:3857, and its size in CSS pixels. */
    pictureView(): PictureView {
      const [x = 0, y = 0] = map.getView().getCenter() ?? [];
      const [widthPx = 0, heightPx = 0] = map.getSize() ?? [];
      return { x, y, resolution: map.getView().getResolution() ?? 1, widthPx, heightPx };
    },
    /** Returns the rasters on the map from the lowest to the highest, to be painted at another scale. */
    painters(): RasterPainter[] {
      const shown = [...(base === null ? [] : [base]), ...above.map(({ display }) => display)];
      return shown.flatMap((display) => {
        const raster = layers.get(rasterKey(display));
        if (!raster?.layer.getVisible()) return [];
        const fromShare = display !== base && 'from' in part ? part.from : 0;
        return [{ paint: raster.paint, opacity: raster.layer.getOpacity(), fromShare }];
      });
    },
    /**
     * Returns true if the frame has the rasters in their styles: one that was added after the frame began is not drawn
     * yet, nor is a style that is being painted.
     */
    isIn: ({ layerStatesArray }: FrameState) =>
      [...layers.values()].every(
        (raster) => !raster.isRestyling() && layerStatesArray.some(({ layer }) => layer === raster.layer),
      ),
  };
}
