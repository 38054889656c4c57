import type OlMap from 'ol/Map.js';
import type { DegreeBox } from '../geometry/box-of-places.ts';
import { createPartAbove, type PartAbove } from './compare/part-above.ts';
import { pictureViewOf } from './picture-view.ts';
import type { CountRequest } from './raster-counter.ts';
import type { RasterLayer } from './raster-layer.ts';
import { createRasterLayers } from './raster-layers.ts';
import { createRasterReaders } from './raster-readers.ts';
import type { SceneDisplay } from './raster-style/style-on-raster.ts';
import { type RasterLayerEvents, rasterKey } from './raster-tiles.ts';
import type { RasterPainter } from './takeaway/draw-view.ts';

interface RasterOnMapOptions {
  map: OlMap;
  container: HTMLElement;
  events: Omit<RasterLayerEvents, 'onDecoded'>;
}

/** A raster that is drawn above that of the selection; `opacity` is from 0 to 1. */
export interface DisplayAbove {
  display: SceneDisplay;
  opacity: number;
}

/** One worker reads each raster above, so that many of them fit into memory. */
const maxWorkersAbove = 1;
/** Above the ground and below the names. */
const lowest = 10;

/**
 * Creates what shows rasters on the map: that of the selection, and those above it. It writes their ids to the data attributes of
 * the container.
 */
export function createRasterOnMap({ map, container, events }: RasterOnMapOptions) {
  let base: SceneDisplay | null = null;
  let above: readonly DisplayAbove[] = [];
  const part = createPartAbove(map);
  const layers = createRasterLayers({
    map,
    events: {
      ...events,
      onDecoded(key, blocks) {
        if (base !== null && key === rasterKey(base)) container.dataset.decoded = String(blocks);
      },
      onRemove: part.free,
    },
  });
  const readers = createRasterReaders({ map, layers });

  /** Returns the rasters from the lowest to the highest. */
  const shownDisplays = (): SceneDisplay[] => [
    ...(base === null ? [] : [base]),
    ...above.map(({ display }) => display),
  ];

  function applyPart(raised: readonly RasterLayer[]) {
    part.apply(
      raised,
      layers.all().filter((raster) => !raised.includes(raster)),
    );
  }

  function writeAttributes(isBaseShown: boolean) {
    container.dataset.raster = !isBaseShown || base === null ? '' : String(base.info.fileId);
    container.dataset.bands = !isBaseShown || base === null ? '' : base.bands.join(' ');
    container.dataset.rasters = isBaseShown
      ? shownDisplays()
          .map(({ info }) => info.fileId)
          .join(' ')
      : '';
    if (!isBaseShown) container.dataset.decoded = '';
  }

  /** Updates the layers to the rasters; returns the box of the lowest one. */
  function reconcile(): DegreeBox | null {
    container.dataset.rendered = 'false';
    layers.retain(shownDisplays());
    const lower =
      base === null ? null : layers.show(base, { height: lowest, opacity: 1, maxWorkers: undefined });
    lower?.layer.setVisible(true);
    const raised = above.flatMap(({ display, opacity }, i) => {
      const height = lowest + i + 1;
      return layers.show(display, { height, opacity, maxWorkers: maxWorkersAbove }) ?? [];
    });
    applyPart(raised);
    writeAttributes(lower !== null);
    // A frame is needed even if nothing has changed, because it reports that all is drawn.
    map.render();
    return lower?.box ?? null;
  }

  return {
    /**
     * Shows this raster as that of the selection, and returns its box in degrees; null if there is none or its place is unknown.
     * A raster that is already shown is only painted in the new style.
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
      part.set(wanted);
      applyPart(above.flatMap(({ display }) => layers.get(display) ?? []));
      map.render();
    },
    /** Counts values of a raster: that of the selection if `display` is left out; null if it is not on the map. */
    statistics: (asked: CountRequest, signal: AbortSignal, display = base) =>
      readers.statistics(display, asked, signal),
    readerOf: readers.readerOf,
    /** Returns what the map shows: its middle and scale in EPSG:3857, and its size in CSS pixels. */
    pictureView: () => pictureViewOf(map),
    /** Returns the rasters on the map from the lowest to the highest, to be painted at another scale. */
    painters(): RasterPainter[] {
      return shownDisplays().flatMap((display) => {
        const raster = layers.get(display);
        if (!raster?.layer.getVisible()) return [];
        const fromFraction = display === base ? 0 : part.from();
        return [{ display, paint: raster.paint, opacity: raster.layer.getOpacity(), fromFraction }];
      });
    },
    isIn: layers.areIn,
  };
}
