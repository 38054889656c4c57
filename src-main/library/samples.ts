/** The samples of a raster in the array type of their format. */
export type Samples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Format and number of bits of a sample. */
export interface SampleType {
  /** TIFF tag 339: 1 unsigned, 2 signed, 3 float. */
  sampleFormat: 1 | 2 | 3;
  bits: number;
}

/** An array that holds samples of this type: odd numbers of bits in the next whole number of bytes. */
export function allocateSamples({ sampleFormat, bits }: SampleType, length: number): Samples {
  if (sampleFormat === 3) return bits <= 32 ? new Float32Array(length) : new Float64Array(length);
  if (bits <= 8) return sampleFormat === 2 ? new Int8Array(length) : new Uint8Array(length);
  if (bits <= 16) return sampleFormat === 2 ? new Int16Array(length) : new Uint16Array(length);
  return sampleFormat === 2 ? new Int32Array(length) : new Uint32Array(length);
}

/** The largest value of a sample: what an alpha of "fully there" is. */
export function fullOf({ sampleFormat, bits }: SampleType): number {
  if (sampleFormat === 3) return 1;
  return 2 ** (sampleFormat === 2 ? bits - 1 : bits) - 1;
}
