/** What both pages of the bench draw: three bands of one raster in a view of 1,280 × 800. */
export interface BenchView {
  /** The address of the file. */
  path: string;
  /** In EPSG:3857. */
  centre: readonly [number, number];
  /** Metres of EPSG:3857 per pixel. */
  resolution: number;
  /** The values that are drawn dark and bright, for all bands. */
  bounds: readonly [number, number];
  /** The definition of the raster's own system for proj4, and its name. */
  system: { code: string; definition: string };
  /** Stock only: the view is in the raster's own projection, with nothing to be reprojected. */
  isOwnProjection?: boolean;
}

/** What a page of the bench can do, each measured from outside. All times are in milliseconds. */
export interface BenchPage {
  /** Draws the first view and returns how long it took. */
  show(): Promise<number>;
  /** Draws other bands in the same view. */
  changeBands(): Promise<number>;
  /** Draws the same bands between other values. */
  changeStretch(): Promise<number>;
  /** Moves the view by this many pixels in each of this many frames; returns the time of each frame. */
  pan(steps: number, pixels: number): Promise<number[]>;
  /** How many blocks were unpacked so far; null if the page does not count them. */
  decoded(): number | null;
}

declare global {
  interface Window {
    openBench?: (view: BenchView, display: unknown) => Promise<BenchPage> | BenchPage;
    benchPage?: BenchPage;
    decodeWhole?: (path: string, reader: 'Nadir' | 'geotiff.js', workers: number) => Promise<number>;
  }
}
