import type OlMap from 'ol/Map.js';
import type { FrameState } from 'ol/Map.js';
import type MapEvent from 'ol/MapEvent.js';
import type { DegreeBox } from '../../src-shared/geometry/box-of-places.ts';
import { shownBox } from '../../src-shared/geometry/shown-box.ts';
import { pictureViewOf } from '../map/picture-view.ts';
import { createPartAbove, type PartAbove } from './compare/part-above.ts';
import { wholeWidth } from './compare/width-range.ts';
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

/** A raster to be drawn. */
export interface DisplayOnMap {
  display: SceneDisplay;
  /** True until the ranges of its channels are counted: it is read, but what is drawn before it stays. */
  isProvisional: boolean;
}

/** A raster that is drawn above that of the selection; `opacity` is from 0 to 1. */
export interface DisplayAbove extends DisplayOnMap {
  opacity: number;
}

/** The rasters that are drawn together: that of the selection, and those above it from the lowest. */
interface Arrangement {
  base: DisplayOnMap | null;
  above: readonly DisplayAbove[];
}

/** One worker reads each raster above, so that many of them fit into memory. */
const maxWorkersAbove = 1;
/** Above the ground and below the names. */
const lowest = 10;
const nothing: Arrangement = { base: null, above: [] };

/** Returns the rasters of an arrangement from the lowest to the highest; none is above if there is none of the selection. */
function listDisplays({ base, above }: Arrangement): DisplayAbove[] {
  return base === null ? [] : [{ ...base, opacity: 1 }, ...above];
}

/** Returns a text that tells which rasters are drawn above each other, in whatever style. */
export const arrangementKey = (displays: readonly SceneDisplay[]): string =>
  JSON.stringify(displays.map(rasterKey));

const isSame = (one: DisplayOnMap, other: DisplayOnMap): boolean =>
  rasterKey(one.display) === rasterKey(other.display);

/** Returns the box of a raster in degrees; null if its place is unknown. */
function findBox({ info: { placement } }: SceneDisplay): DegreeBox | null {
  return placement.kind === 'unplaced' ? null : shownBox(placement.box);
}

/** Returns the `arrangementKey` of an arrangement. */
const keyOf = (arrangement: Arrangement) =>
  arrangementKey(listDisplays(arrangement).map(({ display }) => display));

/** Writes which rasters are drawn, from the lowest, to the data attributes of the map's element. */
function writeAttributes({ dataset }: HTMLElement, displays: readonly SceneDisplay[]) {
  const [base] = displays;
  dataset.raster = base === undefined ? '' : String(base.info.fileId);
  dataset.bands = base === undefined ? '' : base.bands.join(' ');
  dataset.rasters = displays.map(({ info }) => info.fileId).join(' ');
  if (base === undefined) dataset.decoded = '';
}

/**
 * Creates what shows rasters on the map: that of the selection, and those above it. What is drawn stays until all rasters that are
 * to be drawn next are read in whole, so that there is never an empty map between two of them, nor a part of each. It writes the
 * ids of the drawn rasters to the data attributes of the container.
 */
export function createRasterOnMap({ map, container, events }: RasterOnMapOptions) {
  let wanted = nothing;
  /** What is drawn: `wanted`, or what was wanted before while that is read. */
  let drawn = nothing;
  let isSettling = false;
  /** False while the map has no size, so that it draws no frame in which a raster could become whole. */
  let isOnScreen = true;
  let lastFrame = -1;
  /** The last frame in which the present rasters may not have been drawn yet. */
  let frameBefore = -1;
  const listeners = new Set<() => void>();
  const part = createPartAbove(map, { onFrame: () => settle() });
  const layers = createRasterLayers({
    map,
    events: {
      ...events,
      onDecoded(key, blocks) {
        if (wanted.base !== null && key === rasterKey(wanted.base.display))
          container.dataset.decoded = String(blocks);
      },
      onRemove: part.free,
    },
  });
  const readers = createRasterReaders({ map, layers });

  const listDrawn = (): SceneDisplay[] => listDisplays(drawn).map(({ display }) => display);

  const findLayer = ({ display }: DisplayOnMap): RasterLayer | undefined => layers.get(display);

  /** Clips the rasters above, and has those that are drawn next read where they will be drawn. */
  function applyPart() {
    const [, ...above] = listDisplays(drawn);
    const [nextBase, ...nextAbove] = listDisplays(wanted);
    part.apply({
      base: (drawn.base && findLayer(drawn.base)) ?? null,
      raised: above.flatMap((each) => findLayer(each) ?? []),
      all: layers.all(),
      next: {
        base: (nextBase && findLayer(nextBase)) ?? null,
        raised: nextAbove.flatMap((each) => findLayer(each) ?? []),
      },
    });
    map.render();
  }

  /** Draws the rasters of `drawn`, and has those of `wanted` that are not drawn read without showing them. */
  function arrange() {
    container.dataset.rendered = 'false';
    frameBefore = lastFrame;
    const [next, present] = [listDisplays(wanted), listDisplays(drawn)];
    layers.retain([...present, ...next].map(({ display }) => display));
    // A difference is drawn instead of its rasters: below a pixel that one of them lacks, the other one would pass for a change.
    const isDifference = drawn.above.some(({ display }) => display.minus !== undefined);
    const rows = [
      ...present.map((each, i) => ({
        ...(next.find((styled) => isSame(styled, each)) ?? each),
        opacity: isDifference && i === 0 ? 0 : each.opacity,
        height: i,
      })),
      ...next.flatMap((each, i) =>
        present.some((other) => isSame(each, other)) ? [] : [{ ...each, opacity: 0, height: i }],
      ),
    ];
    for (const { display, isProvisional, opacity, height } of rows) {
      const maxWorkers = height === 0 ? undefined : maxWorkersAbove;
      const place = { height: lowest + height, opacity, maxWorkers };
      layers.show(display, { place, isProvisional })?.layer.setVisible(true);
    }
    writeAttributes(container, drawn.base && findLayer(drawn.base) ? listDrawn() : []);
    // It also draws a frame if nothing has changed, because a frame reports that all is drawn.
    applyPart();
  }

  /** Returns true if all rasters of `wanted` can be drawn at once: they are drawn already, or are read in whole. */
  function isNextWhole(): boolean {
    const [base, ...above] = listDisplays(wanted);
    const isWhole = (each: DisplayOnMap, where: 'below' | 'above') => {
      const raster = findLayer(each);
      if (raster === undefined) return true;
      const before = part.isBeside() ? (where === 'below' ? [drawn.base] : drawn.above) : listDisplays(drawn);
      if (before.some((other) => other !== null && isSame(each, other))) return true;
      return !each.isProvisional && part.isWhole(raster, { where, frame: lastFrame });
    };
    return (base === undefined || isWhole(base, 'below')) && above.every((each) => isWhole(each, 'above'));
  }

  /** Draws what is wanted, if nothing is drawn before it or all of it is read. */
  function settle() {
    if (wanted === drawn) return;
    const isReplaced = keyOf(drawn) !== keyOf(wanted);
    if (isReplaced && isOnScreen && listDisplays(drawn).some(findLayer) && !isNextWhole()) return;
    drawn = wanted;
    arrange();
    if (!isReplaced) return;
    for (const listener of listeners) listener();
    // After the page has followed: the next frame would be painted later than the captions.
    queueMicrotask(drawNow);
  }

  function drawNow() {
    // The map may have been removed meanwhile.
    if (!map.getTargetElement()) return;
    map.renderSync();
    part.drawNow();
  }

  /** Has what is wanted read now, and drawn once all that is changed with it in the same task is known. */
  function change(next: Arrangement) {
    wanted = next;
    arrange();
    if (isSettling) return;
    isSettling = true;
    queueMicrotask(() => {
      isSettling = false;
      settle();
    });
  }

  map.on('postrender', ({ frameState }: MapEvent) => {
    isOnScreen = frameState !== null;
    if (frameState) lastFrame = frameState.index;
    settle();
  });

  return {
    /**
     * Shows this raster as that of the selection, and returns its box in degrees; null if there is none or its place is unknown.
     * A raster that is already shown is only painted in the new style. Null removes all rasters at once.
     */
    set(base: DisplayOnMap | null): DegreeBox | null {
      if (base === null && wanted.base === null && drawn.base === null) return null;
      change({ ...wanted, base });
      if (base === null) settle();
      return base && findBox(base.display);
    },
    /** Shows these rasters above that of the selection, from the lowest. */
    setAbove(above: readonly DisplayAbove[]) {
      if (above.length > 0 || wanted.above.length > 0) change({ ...wanted, above });
    },
    /** Draws only a part of the rasters above. */
    setPart(next: PartAbove) {
      part.set(next);
      applyPart();
    },
    /** Returns the `arrangementKey` of what is drawn. */
    drawnKey: () => keyOf(drawn),
    /** Calls a function whenever other rasters are drawn; returns what ends that. */
    onDrawn(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Counts values of a raster: that of the selection if `display` is left out; null if it is not on the map. */
    statistics: (asked: CountRequest, signal: AbortSignal, display = wanted.base?.display ?? null) =>
      readers.statistics(display, asked, signal),
    readerOf: readers.readerOf,
    /** Returns what the map shows: its middle and scale in EPSG:3857, and its size in CSS pixels. */
    pictureView: () => pictureViewOf(map),
    /** Returns the rasters on the map from the lowest to the highest, to be painted at another scale. */
    painters(): RasterPainter[] {
      return listDrawn().flatMap((display) => {
        const raster = layers.get(display);
        if (!raster?.layer.getVisible()) return [];
        const range = display === drawn.base?.display ? wholeWidth : part.range();
        return [{ display, paint: raster.paint, opacity: raster.layer.getOpacity(), range }];
      });
    },
    /** Returns true if the frame has all rasters that are to be drawn. */
    isIn: (frame: FrameState): boolean =>
      keyOf(wanted) === keyOf(drawn) && frame.index > frameBefore && layers.areIn(frame),
  };
}
