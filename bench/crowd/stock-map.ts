// A page with nothing but OpenLayers' own vector layers, as its documentation shows them. Bundled by `stock-pages.ts`.
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import View from 'ol/View.js';
import type { CrowdPoint, StockView } from './crowd-data.ts';

const edge = new Stroke({ color: '#10151b', width: 1 });
const circle = (color: string) =>
  new Style({ image: new CircleStyle({ radius: 5, fill: new Fill({ color }), stroke: edge }) });
const shape = (color: string, points: number) =>
  new Style({ image: new RegularShape({ points, radius: 6, fill: new Fill({ color }), stroke: edge }) });
/** One style for each status: OpenLayers draws each to a picture once. */
const styles: Record<string, Style> = {
  completed: shape('#1fa187', 4),
  Canceled: shape('#8a949e', 4),
  failed: shape('#d1495b', 3),
  in_progress: circle('#e0a100'),
  received: circle('#5b8def'),
};
const placeStyle = circle('#5b9cff');

declare global {
  interface Window {
    showStockMap?: (tasks: CrowdPoint[], places: CrowdPoint[], view: StockView) => void;
  }
}

const featuresOf = (points: readonly CrowdPoint[]) =>
  points.map(({ longitude, latitude, status }) => {
    const feature = new Feature(new Point(fromLonLat([longitude, latitude])));
    feature.set('status', status, true);
    return feature;
  });

window.showStockMap = (tasks, places, { centre, zoom }) => {
  const target = document.querySelector<HTMLElement>('#map');
  if (!target) throw new Error('the page has no map');
  const map = new OlMap({
    target,
    layers: [
      new VectorLayer({
        source: new VectorSource({ features: featuresOf(tasks) }),
        style: (feature) => styles[String(feature.get('status'))] ?? placeStyle,
      }),
      new VectorLayer({ source: new VectorSource({ features: featuresOf(places) }), style: placeStyle }),
    ],
    view: new View({ center: fromLonLat([centre[0], centre[1]]), zoom }),
  });
  const note = () => {
    target.dataset.zoom = String(map.getView().getZoom() ?? 0);
  };
  map.on('movestart', () => {
    target.dataset.rendered = 'false';
  });
  map.on('rendercomplete', () => {
    note();
    target.dataset.rendered = 'true';
  });
  map.on('pointermove', (event) => {
    if (event.dragging) return;
    const hit = map.forEachFeatureAtPixel(event.pixel, (feature) => feature);
    target.style.cursor = hit ? 'pointer' : '';
  });
};
