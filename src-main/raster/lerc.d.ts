declare module 'lerc' {
  interface LercResult {
    width: number;
    height: number;
    /** One array for each band; with `returnPixelInterleavedDims`, the values are interleaved by pixel. */
    pixels: ArrayBufferView[];
    mask: Uint8Array | null | undefined;
  }
  const lerc: {
    decode(
      input: ArrayBuffer,
      options?: { inputOffset?: number; returnPixelInterleavedDims?: boolean },
    ): LercResult;
  };
  export = lerc;
}
