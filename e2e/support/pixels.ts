import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';
import { z } from 'zod';

export interface Picture {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8Array;
}

export interface MapView {
  /** EPSG:3857: west, south, east, north of the map's pane. */
  extent: readonly number[];
  picture: Picture;
}

const halfWorld = 20_037_508.342789244;

/** Notices lie over the map for some seconds, whatever it shows. */
export const notices = '.mantine-Notifications-root, [data-testid="arrivals"]';

/** Keeps a picture beside the report: a number does not say what was wrong on the screen. */
export function keepPicture(name: string, { width, height, data }: Picture): void {
  const png = new PNG({ width, height });
  png.data.set(data);
  const folder = test.info().outputPath();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), PNG.sync.write(png));
}

/** What the map shows of rasters, with its place: without names, marks and panels, which lie over them. */
export async function mapView(page: Page): Promise<MapView> {
  const map = page.getByTestId('map');
  // They cover a part of the pixels, and some come and go by themselves. What is transparent keeps the focus.
  const covers = ['[data-testid="map"] ~ *', '[data-testid="map"] .ol-layers > :not(.ol-layer)'];
  const style = `${covers.join(', ')}, ${notices} { opacity: 0 !important; }`;
  const extentOf = async () => (await map.getAttribute('data-extent')) ?? '';
  const drawn = () => expect(map).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });
  // A map that flies on while its picture is taken shows another place than the one that it named before.
  for (;;) {
    await drawn();
    const extent = await extentOf();
    const picture = PNG.sync.read(await map.screenshot({ style }));
    await drawn();
    if ((await extentOf()) === extent) return { extent: extent.split(' ').map(Number), picture };
  }
}

/** Where a place is in the picture, in pixels. */
export function pixelOf(
  { extent, picture }: MapView,
  [longitude, latitude]: readonly [number, number],
): [number, number] {
  const [west = 0, south = 0, east = 0, north = 0] = extent;
  const x = (longitude / 180) * halfWorld;
  const y = (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / Math.PI) * halfWorld;
  return [((x - west) / (east - west)) * picture.width, ((north - y) / (north - south)) * picture.height];
}

/** Mean red, green and blue of the square of `2 · reach + 1` pixels round a pixel. */
export function meanColour(
  picture: Picture,
  [x, y]: readonly [number, number],
  reach = 4,
): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let row = Math.round(y) - reach; row <= Math.round(y) + reach; row += 1) {
    for (let column = Math.round(x) - reach; column <= Math.round(x) + reach; column += 1) {
      const at = (row * picture.width + column) * 4;
      for (const channel of [0, 1, 2] as const) sum[channel] += picture.data[at + channel] ?? Number.NaN;
      count += 1;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** GDAL's own warp of a raster's bands to the view: the judge of place and colour. */
export function gdalView(
  raster: string,
  view: MapView,
  options: { bands: readonly number[]; scale?: boolean },
): Picture {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-gdal-'));
  try {
    const warped = join(folder, 'warped.tif');
    const png = join(folder, 'view.png');
    const size = [view.picture.width, view.picture.height].map(String);
    execFileSync('gdalwarp', [
      '-q',
      '-t_srs',
      'EPSG:3857',
      '-te',
      ...view.extent.map(String),
      '-ts',
      ...size,
      '-r',
      'bilinear',
      '-dstalpha',
      raster,
      warped,
    ]);
    const bands = options.bands.flatMap((band) => ['-b', String(band)]);
    const scale = options.scale ? ['-ot', 'Byte', '-scale'] : [];
    execFileSync('gdal_translate', ['-q', '-of', 'PNG', ...scale, ...bands, warped, png]);
    return PNG.sync.read(readFileSync(png));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const infoSchema = z.object({
  wgs84Extent: z.object({ coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))) }),
});

/** A place inside a raster: shares of the way from its north-west corner to the east and to the south. */
export function placeInRaster(raster: string, east: number, south: number): [number, number] {
  const info = infoSchema.parse(
    JSON.parse(execFileSync('gdalinfo', ['-json', raster], { encoding: 'utf8' })),
  );
  // GDAL gives the corners from the upper left on, against the clock: UL, LL, LR, UR.
  const [ul = [0, 0], ll = [0, 0], lr = [0, 0], ur = [0, 0]] = info.wgs84Extent.coordinates[0] ?? [];
  const mix = (axis: 0 | 1) =>
    (ul[axis] * (1 - east) + ur[axis] * east) * (1 - south) +
    (ll[axis] * (1 - east) + lr[axis] * east) * south;
  return [mix(0), mix(1)];
}

const blockPx = 6;

/** Pearson's correlation of a picture's channel with another's, block by block, where the second is opaque, away from the tools. */
export function correlation(a: Picture, channelA: number, b: Picture, channelB: number): number {
  const pairs: [number, number][] = [];
  for (let top = Math.round(a.height * 0.25); top < a.height * 0.8; top += blockPx) {
    for (let left = Math.round(a.width * 0.2); left < a.width * 0.8; left += blockPx) {
      const pair: [number, number] = [0, 0];
      let opaque = 0;
      for (let index = 0; index < blockPx * blockPx; index += 1) {
        const at = ((top + Math.floor(index / blockPx)) * a.width + left + (index % blockPx)) * 4;
        pair[0] += a.data[at + channelA] ?? 0;
        pair[1] += b.data[at + channelB] ?? 0;
        if (b.data[at + 3] === 255) opaque += 1;
      }
      if (opaque === blockPx * blockPx) pairs.push(pair);
    }
  }
  const mean = (index: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[index], 0) / pairs.length;
  const [meanA, meanB] = [mean(0), mean(1)];
  let products = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (const [x, y] of pairs) {
    products += (x - meanA) * (y - meanB);
    squaresA += (x - meanA) ** 2;
    squaresB += (y - meanB) ** 2;
  }
  return products / Math.sqrt(squaresA * squaresB);
}
