import type { RemarkGeometry } from '../../../src-preload/contract/reviews.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { beginMeasure, endMeasure, type Measure, measureStore } from '../../kit/state/measure-store.ts';
import { type RemarkShape, reviewStore } from '../../kit/state/review-store.ts';
import { focusPane } from '../../kit/ui/panes.ts';

/** Rounds to about a centimetre. */
const rounded = ([longitude, latitude]: LonLat): [number, number] => [
  Math.round(longitude * 1e7) / 1e7,
  Math.round(latitude * 1e7) / 1e7,
];

/** Returns the drawn shape as GeoJSON; null if it has too few vertices. */
export function remarkGeometryOf(shape: RemarkShape, vertices: readonly LonLat[]): RemarkGeometry | null {
  const places = vertices.map(rounded);
  const [first] = places;
  if (first === undefined) return null;
  if (shape === 'point') return { type: 'Point', coordinates: first };
  if (shape === 'line') return places.length < 2 ? null : { type: 'LineString', coordinates: places };
  return places.length < 3 ? null : { type: 'Polygon', coordinates: [[...places, first]] };
}

/**
 * Lets the user draw a remark on the map with the measuring tool, by clicks or by keys at the centre of the map. Resolves with its
 * geometry, with null if the user cancelled, or with `too-few` if it has too few vertices for its shape.
 */
export function drawRemark(shape: RemarkShape): Promise<RemarkGeometry | 'too-few' | null> {
  beginMeasure(shape === 'area' ? 'area' : 'distance', undefined, 'remark');
  reviewStore.setState({ drawing: shape });
  focusPane('map');
  return new Promise((resolve) => {
    const end = (geometry: RemarkGeometry | 'too-few' | null) => {
      unfollow();
      reviewStore.setState({ drawing: null });
      resolve(geometry);
    };
    const unfollow = measureStore.subscribe(({ measure }: { measure: Measure | null }) => {
      // The user started a measurement or another remark instead.
      if (measure?.purpose !== 'remark') return end(null);
      const isDone = shape === 'point' ? measure.vertices.length > 0 : !measure.isAdding;
      if (!isDone) return;
      unfollow();
      endMeasure();
      end(remarkGeometryOf(shape, measure.vertices) ?? 'too-few');
    });
  });
}
