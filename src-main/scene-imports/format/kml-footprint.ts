import { SaxesParser } from 'saxes';
import { readFootprint } from '../../core/footprint.ts';

/** The outline of a scene is never longer than this. */
export const maxKmlBytes = 2 * 1_024 * 1_024;
const maxRings = 200;

function ringOf(text: string): number[][] {
  return text
    .trim()
    .split(/\s+/)
    .map((position) => position.split(',').slice(0, 2).map(Number));
}

/** Returns the outlines in a KML text as a footprint in GeoJSON, without holes; null if there is none, or if it cannot be drawn. */
export function kmlFootprint(text: string): unknown {
  const rings: number[][][] = [];
  const open: string[] = [];
  let coordinates = '';
  let isFailed = false;
  const parser = new SaxesParser();
  parser.on('error', () => {
    isFailed = true;
  });
  // Entities that the text declares could expand without limit.
  parser.on('doctype', () => {
    isFailed = true;
  });
  parser.on('opentag', ({ name }) => {
    open.push(name.replace(/^.*:/, ''));
    if (open.length > 100) isFailed = true;
    coordinates = '';
  });
  parser.on('text', (piece) => {
    if (open.at(-1) === 'coordinates') coordinates += piece;
  });
  parser.on('closetag', () => {
    if (open.pop() === 'coordinates' && open.includes('outerBoundaryIs')) {
      if (rings.length < maxRings) rings.push(ringOf(coordinates));
    }
  });
  try {
    parser.write(text).close();
  } catch {
    return null;
  }
  const [first] = rings;
  if (isFailed || first === undefined) return null;
  return readFootprint(
    rings.length === 1
      ? { type: 'Polygon', coordinates: [first] }
      : { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) },
  );
}
