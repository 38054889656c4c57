import type { Climate } from './climate.ts';
import { cellValue, valueNoise } from './noise.ts';

/** A field of a farm at one point. */
export interface Parcel {
  /** The fractions of green leaves and of ripe straw. */
  green: number;
  straw: number;
  tone: number;
  leafTone: number;
  /** The brightness of the row of plants at this point. */
  rows: number;
  /** The distance to the edge of the field in metres. */
  edge: number;
}

/** Samples a slowly varying field on a coarse grid, see coarse-field.ts. */
export type Coarse = (field: (x: number, y: number) => number) => (x: number, y: number) => number;

/**
 * Creates the fields: blocks with their own orientation, each divided into strips. The returned function gives the field at a
 * point (metres), in an object that the next call overwrites.
 */
export function createParcels({
  salt,
  climate: { vigour, arid },
  coarse,
}: {
  salt: number;
  climate: Climate;
  coarse: Coarse;
}): (x: number, y: number) => Parcel {
  const parcel: Parcel = { green: 0, straw: 0, tone: 0, leafTone: 1, rows: 0, edge: 0 };
  const block = { x: Number.NaN, y: Number.NaN, cos: 1, sin: 0, strip: 1, length: 1, key: 0 };
  const wobbleField = coarse((x, y) => 40 * valueNoise(x / 350, y / 350, salt + 6));

  /** Neighbouring pixels are in the same block, so its numbers are computed once. */
  function enterBlock(x: number, y: number) {
    const angle = cellValue(x, y, salt + 7) * Math.PI;
    block.x = x;
    block.y = y;
    block.cos = Math.cos(angle);
    block.sin = Math.sin(angle);
    block.strip = 70 + 110 * cellValue(x, y, salt + 8);
    block.length = 190 + 240 * cellValue(x, y, salt + 9);
    block.key = salt + x * 31 + y * 17;
  }

  return (x, y) => {
    const wobble = wobbleField(x, y);
    const blockX = Math.floor((x + wobble) / 640);
    const blockY = Math.floor((y - wobble) / 560);
    if (blockX !== block.x || blockY !== block.y) enterBlock(blockX, blockY);
    const { cos, sin, strip, length, key } = block;
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    const fieldU = Math.floor(u / strip);
    const fieldV = Math.floor(v / length);
    const crop = cellValue(fieldU, fieldV, key);
    const ripe = cellValue(fieldU, fieldV, key + 1);
    const insideU = u / strip - fieldU;
    const insideV = v / length - fieldV;
    parcel.edge = Math.min(insideU * strip, (1 - insideU) * strip, insideV * length, (1 - insideV) * length);
    // Some fields are bare or fallow, the others grow, and cereals turn to straw in high summer.
    const growth = crop < 0.18 ? 0.1 : Math.min(0.97, Math.max(0, vigour * 1.5 - ripe * 0.6));
    const turned = crop > 0.72 ? Math.min(0.85, Math.max(0, vigour - 0.62 - ripe * 0.15) * 4) : 0;
    parcel.green = growth * (1 - turned) * (1 - arid * 0.6);
    parcel.straw = growth * turned;
    parcel.tone = 0.75 + 0.5 * cellValue(fieldU, fieldV, key + 2);
    parcel.leafTone = 0.78 + 0.5 * cellValue(fieldU, fieldV, key + 3);
    parcel.rows = 1 + 0.04 * Math.sin(u * 1.1);
    return parcel;
  };
}
