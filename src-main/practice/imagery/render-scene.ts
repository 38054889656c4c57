import { PNG } from 'pngjs';
import { createLandscape, type Landscape } from './landscape.ts';
import type { Reflectance } from './reflectance.ts';
import { type SceneSpec, sceneGeometry, utmZone } from './scene-spec.ts';
import { createTiffWriter } from './tiff-writer.ts';

function landscapeOf(spec: SceneSpec): Landscape {
  const { originX, originY } = sceneGeometry(spec);
  return createLandscape({
    seed: spec.seed,
    zone: utmZone(spec.longitude) * (spec.latitude < 0 ? -1 : 1),
    latitude: spec.latitude,
    capturedAt: new Date(spec.capturedAt),
    bounds: [
      originX,
      originY - spec.heightPx * spec.gsdMetres,
      originX + spec.widthPx * spec.gsdMetres,
      originY,
    ],
  });
}

/** Converts surface reflectance × 10,000 to the 8 bits of the visual product; 0 means "no data". */
function visualByte(reflectance: number): number {
  const scaled = 255 * ((reflectance - 150) / 2_650) ** 0.8;
  return scaled > 1 ? Math.min(255, Math.round(scaled)) : 1;
}

const visualTable = Uint8Array.from({ length: 10_001 }, (_, value) => (value <= 150 ? 1 : visualByte(value)));

/** Returns the bands of the analytic product. Their order depends on the level, as with real services (service §10.5). */
export function analyticBands(spec: Pick<SceneSpec, 'level'>): readonly string[] {
  return spec.level === 'L1D_SR' ? ['blue', 'green', 'red', 'nir'] : ['red', 'green', 'blue', 'nir'];
}

export const visualBands: readonly string[] = ['red', 'green', 'blue'];

/** Writes both rasters in one pass over the ground, with at most one band of rows in memory. */
export function renderRasters(spec: SceneSpec, analyticPath: string, visualPath: string): void {
  const geometry = sceneGeometry(spec);
  const landscape = landscapeOf(spec);
  const layout = spec.level === 'L1D' || spec.level === 'L1D_SR' ? 'tiles' : 'strips';
  const common = {
    widthPx: spec.widthPx,
    heightPx: spec.heightPx,
    layout,
    epsg: geometry.epsg,
    originX: geometry.originX,
    originY: geometry.originY,
    gsdMetres: spec.gsdMetres,
  } as const;
  const names = analyticBands(spec);
  const analytic = createTiffWriter({
    ...common,
    path: analyticPath,
    bands: names,
    bitsPerSample: 16,
    nodata: 0,
  });
  const visual = createTiffWriter({
    ...common,
    path: visualPath,
    bands: visualBands,
    bitsPerSample: 8,
    nodata: null,
  });
  const blueFirst = names[0] === 'blue';
  const pixel: Reflectance = [0, 0, 0, 0];
  for (let top = 0; top < spec.heightPx; top += analytic.bandRows) {
    const rows = Math.min(analytic.bandRows, spec.heightPx - top);
    const deep = new Uint16Array(rows * spec.widthPx * 4);
    const bytes = new Uint8Array(rows * spec.widthPx * 3);
    for (let r = 0; r < rows; r += 1) {
      const y = geometry.originY - (top + r + 0.5) * spec.gsdMetres;
      for (let c = 0; c < spec.widthPx; c += 1) {
        landscape.sample(geometry.originX + (c + 0.5) * spec.gsdMetres, y, pixel);
        const blue = clamp(pixel[0]);
        const green = clamp(pixel[1]);
        const red = clamp(pixel[2]);
        const at = r * spec.widthPx + c;
        deep[at * 4] = blueFirst ? blue : red;
        deep[at * 4 + 1] = green;
        deep[at * 4 + 2] = blueFirst ? red : blue;
        deep[at * 4 + 3] = clamp(pixel[3]);
        bytes[at * 3] = visualTable[red] ?? 0;
        bytes[at * 3 + 1] = visualTable[green] ?? 0;
        bytes[at * 3 + 2] = visualTable[blue] ?? 0;
      }
    }
    analytic.writeRows(deep, rows);
    visual.writeRows(bytes, rows);
  }
  analytic.finish();
  visual.finish();
}

function clamp(value: number): number {
  return value < 1 ? 1 : value > 10_000 ? 10_000 : Math.round(value);
}

/** Returns a small true-colour picture of the scene as PNG, its longer side `sizePx`, with two samples per pixel and axis. */
export function renderPicture(spec: SceneSpec, sizePx: number): Uint8Array {
  const { originX, originY } = sceneGeometry(spec);
  const landscape = landscapeOf(spec);
  const scale = sizePx / Math.max(spec.widthPx, spec.heightPx);
  const picture = new PNG({
    width: Math.max(1, Math.round(spec.widthPx * scale)),
    height: Math.max(1, Math.round(spec.heightPx * scale)),
  });
  const step = spec.gsdMetres / scale;
  const pixel: Reflectance = [0, 0, 0, 0];
  for (let r = 0; r < picture.height; r += 1) {
    for (let c = 0; c < picture.width; c += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (const [dx, dy] of [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75],
      ] as const) {
        landscape.sample(originX + (c + dx) * step, originY - (r + dy) * step, pixel);
        blue += pixel[0];
        green += pixel[1];
        red += pixel[2];
      }
      const at = (r * picture.width + c) * 4;
      picture.data[at] = visualTable[clamp(red / 4)] ?? 0;
      picture.data[at + 1] = visualTable[clamp(green / 4)] ?? 0;
      picture.data[at + 2] = visualTable[clamp(blue / 4)] ?? 0;
      picture.data[at + 3] = 255;
    }
  }
  return PNG.sync.write(picture);
}

/** Returns the fraction of the scene under cloud, 0 … 1, from a grid of samples. */
export function cloudCover(spec: SceneSpec): number {
  const { originX, originY } = sceneGeometry(spec);
  const landscape = landscapeOf(spec);
  const steps = 40;
  let clouded = 0;
  for (let r = 0; r < steps; r += 1) {
    for (let c = 0; c < steps; c += 1) {
      const x = originX + ((c + 0.5) / steps) * spec.widthPx * spec.gsdMetres;
      const y = originY - ((r + 0.5) / steps) * spec.heightPx * spec.gsdMetres;
      if (landscape.isCloud(x, y)) clouded += 1;
    }
  }
  return clouded / (steps * steps);
}
