import { SaxesParser } from 'saxes';
import { readFootprint } from '../../../core/footprint.ts';

/** The outline of a scene is never longer than this. */
export const maxKmlBytes = 2 * 1_024 * 1_024;
const maxRings = 200;

function ringOf(text: string): number[][] {
  return text
    .trim()
    .split(/\s+/)
    .map((position) => position.split(',').slice(0, 2).map(Number));
}

/** Ends the reading: what follows a fault could take any time, and counts no more. */
function stop(): never {
  throw new Error('the text is no footprint');
}

/**
 * Returns the outlines in a KML text as a footprint in GeoJSON, without holes; null if there is none, if there are too many, or if it
 * cannot be drawn.
 */
export function kmlFootprint(text: string): unknown {
  const rings: number[][][] = [];
  const open: string[] = [];
  let coordinates = '';
  const parser = new SaxesParser();
  parser.on('error', stop);
  // Entities that the text declares could expand without limit.
  parser.on('doctype', stop);
  parser.on('opentag', ({ name }) => {
    open.push(name.replace(/^.*:/, ''));
    if (open.length > 100) stop();
    coordinates = '';
  });
  parser.on('text', (piece) => {
    if (open.at(-1) === 'coordinates') coordinates += piece;
  });
  parser.on('closetag', () => {
    if (open.pop() !== 'coordinates' || !open.includes('outerBoundaryIs')) return;
    // A part of the outlines would tell a smaller scene than there is.
    if (rings.length === maxRings) stop();
    rings.push(ringOf(coordinates));
  });
  try {
    parser.write(text).close();
  } catch {
    return null;
  }
  const [first] = rings;
  if (first === undefined) return null;
  return readFootprint(
    rings.length === 1
      ? { type: 'Polygon', coordinates: [first] }
      : { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) },
  );
}
