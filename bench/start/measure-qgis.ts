import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const script = join(import.meta.dirname, 'start-qgis.py');
const limitMs = 120_000;

const reportSchema = z.object({ at: z.number(), version: z.string(), features: z.number() });

/** Returns true if a program can be run. */
function isThere(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, [...args], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns true if there is a QGIS with Python, and a display for it. */
export const isQgisThere = (): boolean =>
  isThere('sh', ['-c', 'command -v qgis && command -v Xvfb']) &&
  isThere('/usr/bin/python3', ['-c', 'import qgis']);

/** Starts a display that nobody sees, of the size of the measured windows. */
export async function startDisplay(): Promise<{ name: string; stop: () => void }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  if (!/^\d+$/.test(String(line))) throw new Error('there is no display');
  return { name: `:${line}`, stop: () => void child.kill() };
}

const pointSchema = z.object({ longitude: z.number(), latitude: z.number() });
const outlineSchema = z.object({ footprint: z.string() });

/** Writes the tasks and scenes of a data folder as a GeoPackage with two layers, with the indexes that ogr2ogr makes. */
export function writeSameRows(dataFolder: string, path: string): number {
  const db = new DatabaseSync(join(dataFolder, 'nadir.db'), { readOnly: true });
  const folder = `${path}.rows`;
  mkdirSync(folder, { recursive: true });
  try {
    const points = db
      .prepare('SELECT longitude, latitude FROM task WHERE longitude IS NOT NULL')
      .all()
      .map((row) => pointSchema.parse(row))
      .map(({ longitude, latitude }, at) => `${at},"POINT(${longitude} ${latitude})"`);
    const outlines = db
      .prepare('SELECT footprint FROM scene WHERE footprint IS NOT NULL')
      .all()
      .map((row) => outlineSchema.parse(row))
      .map(({ footprint }) =>
        JSON.stringify({ type: 'Feature', properties: {}, geometry: JSON.parse(footprint) }),
      );
    writeFileSync(join(folder, 'tasks.csv'), ['id,wkt', ...points].join('\n'));
    writeFileSync(join(folder, 'scenes.geojsonl'), outlines.join('\n'));
    const common = ['-f', 'GPKG', path, '-a_srs', 'EPSG:4326', '-gt', '100000'];
    execFileSync('ogr2ogr', [
      ...common,
      join(folder, 'tasks.csv'),
      '-nln',
      'tasks',
      '-oo',
      'GEOM_POSSIBLE_NAMES=wkt',
    ]);
    execFileSync('ogr2ogr', [...common, '-update', join(folder, 'scenes.geojsonl'), '-nln', 'scenes']);
    return points.length + outlines.length;
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await once(child, 'exit');
  clearTimeout(timer);
}

/** Starts QGIS with all layers of a GeoPackage; returns the time from the start of its process until they are drawn, in milliseconds. */
export async function measureQgis(options: {
  display: string;
  geopackage: string;
  /** The profile of QGIS, which a first start fills. */
  profiles: string;
  features: number;
}): Promise<{ ms: number; version: string }> {
  const { display, geopackage, profiles, features } = options;
  const report = join(profiles, 'report.json');
  rmSync(report, { force: true });
  mkdirSync(profiles, { recursive: true });
  const layers = ['tasks', 'scenes'].map((name) => `${geopackage}|layername=${name}`);
  const startedAt = Date.now();
  const child = spawn(
    'qgis',
    ['--nologo', '--noversioncheck', '--noplugins', '--profiles-path', profiles, '--code', script, ...layers],
    { stdio: 'ignore', env: { ...process.env, DISPLAY: display, NADIR_QGIS_REPORT: report } },
  );
  await ended(child);
  if (!existsSync(report)) throw new Error('QGIS drew no map');
  const read = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  if (read.features !== features) throw new Error(`QGIS has ${read.features} rows of ${features}`);
  return { ms: read.at - startedAt, version: read.version };
}
