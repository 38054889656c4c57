declare module 'gifenc' {
  /** Up to 256 colours, each as red, green, blue. */
  export type GifPalette = number[][];
  interface GifEncoder {
    writeFrame(
      index: Uint8Array,
      widthPx: number,
      heightPx: number,
      options: { palette: GifPalette; delay?: number; repeat?: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): GifEncoder;
  export function quantize(rgba: Uint8ClampedArray, maxColours: number): GifPalette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: GifPalette): Uint8Array;
}
