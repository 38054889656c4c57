import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import proj4 from 'proj4';

const sizePx = 480;
const gsdMetres = 2;

export interface MadeScene {
  /** Red, green, blue, 8 bits, plain strips that nothing compresses. */
  visual: string;
  /** Blue, green, red, near infrared, 16 bits, plain strips in LZW. */
  analytic: string;
  thumbnail: string;
  /** Rings of longitude and latitude, closed. */
  footprint: number[][][];
}

/** A raster in whole values: slopes that turn a picture into a place, with a field of squares that shows its direction. */
function values(bands: number, top: number): Float64Array {
  const out = new Float64Array(sizePx * sizePx * bands);
  for (let y = 0; y < sizePx; y += 1)
    for (let x = 0; x < sizePx; x += 1) {
      const square = (Math.floor(x / 60) + Math.floor(y / 40)) % 2;
      const shares = [x / sizePx, y / sizePx, square * 0.6 + (x * y) / (sizePx * sizePx * 3), 1 - y / sizePx];
      for (let band = 0; band < bands; band += 1)
        out[band * sizePx * sizePx + y * sizePx + x] = Math.round(top * (0.1 + 0.8 * (shares[band] ?? 0)));
    }
  return out;
}

/**
 * The files of a scene round a place, written by GDAL: neither Nadir's code nor the practice service's has a part in them.
 * Strips without tiles or overviews, in the UTM zone of the place (service §10.5).
 */
export function makeScene(
  folder: string,
  name: string,
  [longitude, latitude]: readonly [number, number],
): MadeScene {
  mkdirSync(folder, { recursive: true });
  const zone = Math.floor((longitude + 180) / 6) + 1;
  const utm = `+proj=utm +zone=${zone}${latitude < 0 ? ' +south' : ''} +datum=WGS84`;
  const [east = 0, north = 0] = proj4(utm, [longitude, latitude]);
  const half = (sizePx * gsdMetres) / 2;
  const [west, south] = [Math.round(east - half), Math.round(north - half)];
  const corner = (x: number, y: number) => proj4(utm, 'EPSG:4326', [x, y]);
  const [right, upper] = [west + 2 * half, south + 2 * half];

  function raster(file: string, bytes: Buffer, bands: number, envi: number, options: string[]): string {
    const raw = join(folder, `${file}.raw`);
    writeFileSync(raw, bytes);
    writeFileSync(
      join(folder, `${file}.hdr`),
      `ENVI\nsamples = ${sizePx}\nlines = ${sizePx}\nbands = ${bands}\ndata type = ${envi}\ninterleave = bsq\nbyte order = 0\n`,
    );
    const path = join(folder, `${file}.tif`);
    const srs = `EPSG:${(latitude < 0 ? 32_700 : 32_600) + zone}`;
    const corners = [west, upper, right, south].map(String);
    execFileSync('gdal_translate', [
      '-q',
      '-of',
      'GTiff',
      '-a_srs',
      srs,
      '-a_ullr',
      ...corners,
      ...options,
      raw,
      path,
    ]);
    return path;
  }

  const visual = raster(`${name}_rgb`, Buffer.from(Uint8Array.from(values(3, 255))), 3, 1, [
    '-co',
    'COMPRESS=NONE',
    '-co',
    'TILED=NO',
    '-co',
    'PHOTOMETRIC=RGB',
  ]);
  const words = Uint16Array.from(values(4, 9_000));
  const analytic = raster(`${name}_ms`, Buffer.from(words.buffer), 4, 12, [
    '-co',
    'COMPRESS=LZW',
    '-co',
    'TILED=NO',
    '-co',
    'INTERLEAVE=PIXEL',
    '-co',
    'PHOTOMETRIC=MINISBLACK',
  ]);
  const thumbnail = join(folder, `${name}_thumb.png`);
  execFileSync('gdal_translate', ['-q', '-of', 'PNG', '-outsize', '64', '64', visual, thumbnail]);
  return {
    visual,
    analytic,
    thumbnail,
    footprint: [
      [
        corner(west, south),
        corner(right, south),
        corner(right, upper),
        corner(west, upper),
        corner(west, south),
      ],
    ],
  };
}
