// A page with one map of footprints and nothing else: Nadir's own layer, or OpenLayers' vector layer. Bundled by `open-footprints.ts`.
import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import type Layer from 'ol/layer/Layer.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import View from 'ol/View.js';
import { createOutlinesLayer } from '../../src-renderer/map/outlines-layer.ts';
import { readPalette } from '../../src-renderer/map/palette.ts';
import type { FootprintView } from './footprint-views.ts';
import { madeFootprints, seeded } from './made-footprints.ts';

/** One of the two maps, as the bench drives it. Times are milliseconds. */
export interface FootprintsMap {
  /** Shows a view and draws until the picture is whole; returns how long all its frames took, and the longest. */
  show: (view: FootprintView) => { whole: number; longest: number };
  /** Drags the view there and back and draws each frame, until its pixels can be read. The pointer stays down. */
  pan: (frames: number) => number[];
  /** Lets the pointer go, and draws until the picture is whole. */
  release: () => void;
  /** Asks which footprints are below seeded places that have some, and says how many were found at each. */
  pick: (count: number) => { times: number[]; found: number[] };
}

declare global {
  interface Window {
    makeFootprintsMap?: (variant: 'Nadir' | 'stock', view: FootprintView) => void;
    footprintsMap?: FootprintsMap;
  }
}

interface DrawnFootprints {
  layers: readonly Layer[];
  /** Returns how many footprints contain a place in EPSG:3857. */
  countAt: (place: readonly [number, number], resolution: number) => number;
}

const lineWidth = 1.2;

function ownLayer(rings: readonly number[][], colours: HTMLElement): DrawnFootprints {
  const palette = readPalette(colours);
  const outlines = createOutlinesLayer<number>(() => palette, { dots: true, isHitInside: true });
  outlines.setOutlines({ ids: rings.map((_, i) => i), rings, solid: rings.map(() => true) });
  return {
    layers: [outlines.layer, outlines.over.layer],
    countAt: ([x, y], resolution) => outlines.hits(x, y, resolution).length,
  };
}

function stockLayer(rings: readonly number[][], colours: HTMLElement): DrawnFootprints {
  const stroke = new Stroke({ color: readPalette(colours).accent, width: lineWidth });
  const features = rings.map((ring) => {
    const corners = Array.from({ length: ring.length / 2 }, (_, i) =>
      fromLonLat([ring[2 * i] ?? 0, ring[2 * i + 1] ?? 0]),
    );
    return new Feature(new Polygon([corners]));
  });
  const source = new VectorSource({ features });
  return {
    layers: [new VectorLayer({ source, style: new Style({ stroke }) })],
    countAt: (place) => source.getFeaturesAtCoordinate([...place]).length,
  };
}

/** Waits until the processor has drawn what was recorded: a canvas may keep drawings back until its pixels are wanted. */
function readPixels(element: HTMLElement) {
  for (const canvas of element.querySelectorAll('canvas'))
    if (canvas.width > 0 && canvas.height > 0) canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
}

/** The pixels that the view is dragged by with each frame. */
const stepPx = { x: 7, y: 2 };

function driven(
  map: OlMap,
  element: HTMLElement,
  { countAt, middles }: DrawnFootprints & { middles: readonly (readonly [number, number])[] },
): FootprintsMap {
  const view = map.getView();
  const draw = () => {
    const began = performance.now();
    map.renderSync();
    readPixels(element);
    return performance.now() - began;
  };
  /** A layer that draws in slices asks for more frames. */
  const drawWhole = () => {
    let isAsked = true;
    const frames: number[] = [];
    const ask = () => {
      isAsked = true;
    };
    for (const layer of map.getAllLayers()) layer.on('change', ask);
    while (isAsked) {
      isAsked = false;
      frames.push(draw());
    }
    for (const layer of map.getAllLayers()) layer.un('change', ask);
    return { whole: frames.reduce((sum, ms) => sum + ms, 0), longest: Math.max(...frames) };
  };
  return {
    show({ centre, zoom }) {
      view.setCenter(fromLonLat([...centre]));
      // From another scale, so that nothing of the picture is there already.
      view.setZoom(zoom + 1);
      drawWhole();
      view.setZoom(zoom);
      return drawWhole();
    },
    pan(frames) {
      const resolution = view.getResolution() ?? 1;
      view.beginInteraction();
      const times = Array.from({ length: frames }, (_, frame) => {
        const sign = frame < frames / 2 ? 1 : -1;
        view.adjustCenter([sign * stepPx.x * resolution, sign * stepPx.y * resolution]);
        return draw();
      });
      return times;
    },
    release() {
      view.endInteraction();
      drawWhole();
    },
    pick(count) {
      const chance = seeded(23);
      const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(map.getSize());
      const inView = middles.filter(([x, y]) => x > west && x < east && y > south && y < north);
      const resolution = view.getResolution() ?? 1;
      const times: number[] = [];
      const found: number[] = [];
      for (let i = 0; i < count; i += 1) {
        const place = inView[Math.floor(chance() * inView.length)] ?? [0, 0];
        const began = performance.now();
        found.push(countAt(place, resolution));
        times.push(performance.now() - began);
      }
      return { times, found };
    },
  };
}

window.makeFootprintsMap = (variant, { spread, centre, zoom }) => {
  const element = document.querySelector<HTMLElement>('#map');
  if (!element) throw new Error('the page has no map');
  const rings = madeFootprints(spread);
  const drawn = (variant === 'Nadir' ? ownLayer : stockLayer)(rings, element);
  const middles = rings.map((ring) => {
    const [x = 0, y = 0] = fromLonLat([
      ((ring[0] ?? 0) + (ring[4] ?? 0)) / 2,
      ((ring[1] ?? 0) + (ring[5] ?? 0)) / 2,
    ]);
    return [x, y] as const;
  });
  const map = new OlMap({
    target: element,
    controls: [],
    layers: [...drawn.layers],
    view: new View({ center: fromLonLat([...centre]), zoom, enableRotation: false }),
  });
  window.footprintsMap = driven(map, element, { ...drawn, middles });
};
