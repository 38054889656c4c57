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

/** The format and the number of bits of a sample. */
export interface SampleType {
  /** TIFF tag 339: 1 unsigned, 2 signed, 3 float. */
  sampleFormat: 1 | 2 | 3;
  bits: number;
}

/**
 * Returns an array for samples of this type; odd numbers of bits use the next larger type. Whole numbers of 64 bits become doubles,
 * which are exact up to 2^53; GDAL shows them in the same way.
 */
export function allocateSamples({ sampleFormat, bits }: SampleType, length: number): Samples {
  if (sampleFormat === 3) return bits <= 32 ? new Float32Array(length) : new Float64Array(length);
  if (bits > 32) return new Float64Array(length);
  if (bits <= 8) return sampleFormat === 2 ? new Int8Array(length) : new Uint8Array(length);
  if (bits <= 16) return sampleFormat === 2 ? new Int16Array(length) : new Uint16Array(length);
  return sampleFormat === 2 ? new Int32Array(length) : new Uint32Array(length);
}

/** Returns the bytes of a buffer as samples of this type, which has as many bits as a typed array. */
export function samplesIn({ sampleFormat, bits }: SampleType, buffer: ArrayBuffer): Samples {
  if (sampleFormat === 3) return bits <= 32 ? new Float32Array(buffer) : new Float64Array(buffer);
  if (bits <= 8) return sampleFormat === 2 ? new Int8Array(buffer) : new Uint8Array(buffer);
  if (bits <= 16) return sampleFormat === 2 ? new Int16Array(buffer) : new Uint16Array(buffer);
  return sampleFormat === 2 ? new Int32Array(buffer) : new Uint32Array(buffer);
}

/** Returns the largest value of a sample, which in an alpha means fully opaque. */
export function fullOf({ sampleFormat, bits }: SampleType): number {
  if (sampleFormat === 3) return 1;
  return 2 ** (sampleFormat === 2 ? bits - 1 : bits) - 1;
}
