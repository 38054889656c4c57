import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const layer = 'scenes';
const options: ExecFileSyncOptionsWithStringEncoding = {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
};

/** Writes the CSV file of the seeded scenes as a GeoPackage, as ogr2ogr does it: with an R-tree. */
export function writeGeoPackage(csv: string, path: string) {
  if (existsSync(path)) return;
  execFileSync('ogr2ogr', [
    '-f',
    'GPKG',
    path,
    csv,
    '-nln',
    layer,
    '-a_srs',
    'EPSG:4326',
    '-gt',
    '200000',
    '-oo',
    'GEOM_POSSIBLE_NAMES=wkt',
    '-oo',
    'KEEP_GEOM_COLUMNS=NO',
    '-oo',
    'AUTODETECT_TYPE=YES',
    '--config',
    'OGR_SQLITE_SYNCHRONOUS',
    'OFF',
  ]);
}

/** The page that a filter asks for, and the number of all scenes that match. */
export interface GdalQuestion {
  /** A condition on `s`, the rows; `1` for all. */
  where: string;
  /** West, south, east, north; asked of the R-tree. */
  box: readonly [number, number, number, number] | null;
  order: string;
}

function sqlOf({ where, box, order }: GdalQuestion): string {
  const from =
    box === null
      ? `${layer} s WHERE ${where}`
      : `rtree_${layer}_geom r JOIN ${layer} s ON s.fid = r.id
         WHERE r.minx <= ${box[2]} AND r.maxx >= ${box[0]} AND r.miny <= ${box[3]} AND r.maxy >= ${box[1]} AND ${where}`;
  return `SELECT s.*, (SELECT count(*) FROM ${from}) AS total FROM ${from} ORDER BY ${order} LIMIT 100`;
}

/** Asks GDAL in a process of its own. Returns the number of all matches and the time in milliseconds, its start included. */
export function askGdal(path: string, question: GdalQuestion): { total: number; ms: number } {
  const began = performance.now();
  const text = execFileSync('ogrinfo', ['-q', path, '-sql', sqlOf(question)], options);
  const ms = performance.now() - began;
  return { total: Number(/total \(Integer[^)]*\) = (\d+)/.exec(text)?.[1] ?? 0), ms };
}

/** Returns what a query that finds nothing costs: the start of the process and the opening of the file, in milliseconds. */
export function gdalStart(path: string): number {
  const began = performance.now();
  execFileSync('ogrinfo', ['-q', path, '-sql', 'SELECT 1'], options);
  return performance.now() - began;
}
