import { applyRational, type RationalModel } from '../../../src-shared/geometry/pixel-models.ts';
import type { TiffDirectory } from '../tiff-directory.ts';

const rpcTag = 50_844;
const valuesOfTag = 92;
const firstCoefficient = 12;
const maxSteps = 20;

/**
 * Returns the rational functions in the tag RPCCoefficientTag, taken at the mean height that they give; null without them.
 */
export async function readRationalModel(directory: TiffDirectory): Promise<RationalModel | null> {
  const values = [...(await directory.numbers(rpcTag))];
  if (values.length !== valuesOfTag || !values.every(Number.isFinite)) return null;
  const part = (index: number) =>
    values.slice(firstCoefficient + 20 * index, firstCoefficient + 20 * (index + 1));
  const scales = values.slice(7, 12);
  if (scales.some((scale) => scale === 0)) return null;
  return {
    offsets: values.slice(2, 7),
    scales,
    lineNumerator: part(0),
    lineDenominator: part(1),
    sampleNumerator: part(2),
    sampleDenominator: part(3),
    heightMetres: values[6] ?? 0,
  };
}

/** Returns the place of a pixel in degrees, by Newton's method from the centre of the model; null if it does not converge. */
export function placeOfPixel(model: RationalModel, column: number, row: number): [number, number] | null {
  let [longitude, latitude] = [model.offsets[3] ?? 0, model.offsets[2] ?? 0];
  const step = 1e-6;
  for (let i = 0; i < maxSteps; i += 1) {
    const [c, r] = applyRational(model, longitude, latitude);
    const [dc, dr] = [column - c, row - r];
    if (Math.abs(dc) < 0.01 && Math.abs(dr) < 0.01) return [longitude, latitude];
    const [ce, re] = applyRational(model, longitude + step, latitude);
    const [cn, rn] = applyRational(model, longitude, latitude + step);
    const [a, b, c2, d] = [(ce - c) / step, (cn - c) / step, (re - r) / step, (rn - r) / step];
    const area = a * d - b * c2;
    if (!Number.isFinite(area) || area === 0) return null;
    longitude += (d * dc - b * dr) / area;
    latitude += (a * dr - c2 * dc) / area;
  }
  return null;
}
