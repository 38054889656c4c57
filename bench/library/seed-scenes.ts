import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { finished } from 'node:stream/promises';
import { databaseFileName } from '../../src-main/store/open-store.ts';
import { openFolderStore } from '../folder/seed-folder.ts';
import { seeded } from '../map/made-footprints.ts';

const day = 86_400_000;
const born = Date.parse('2016-01-01T00:00:00Z');
const days = 3_900;
const words = ['harbour', 'fields', 'depot', 'quarry', 'delta', 'airfield', 'orchard', 'refinery'];
const levels = ['L1B', 'L1C', 'L1D', 'L1D_SR'];

const at = (value: number) => Math.round(value * 1e6) / 1e6;

/** Scenes of places that are taken again and again: one place for every 40 scenes. */
function* madeScenes(count: number) {
  const chance = seeded(7);
  const places = Array.from({ length: Math.max(1, Math.ceil(count / 40)) }, () => ({
    x: chance() * 350 - 175,
    y: Math.asin(chance() * 1.7 - 0.85) * (180 / Math.PI),
    size: 0.06 + chance() * 0.25,
    word: words[Math.floor(chance() * words.length)] ?? '',
    project: `Project ${1 + Math.floor(chance() * 600)}`,
  }));
  for (let i = 0; i < count; i += 1) {
    const place = places[Math.floor(chance() * places.length)];
    if (!place) continue;
    const [x, y] = [place.x + chance() * 0.02, place.y + chance() * 0.02];
    const taken = new Date(born + Math.floor(chance() * days * day)).toISOString();
    const satellite = `SN${1 + Math.floor(chance() * 40)}`;
    const level = levels[Math.floor(chance() * levels.length)] ?? '';
    const [west, south] = [at(x), at(y)];
    const [east, north] = [at(x + place.size), at(y + place.size * 0.8)];
    const lean = place.size * 0.1;
    const ring = [
      [at(west + lean), south],
      [east, at(south + lean)],
      [at(east - lean), north],
      [west, at(north - lean)],
      [at(west + lean), south],
    ];
    yield {
      sceneId: `${satellite}_${taken.slice(0, 19).replaceAll(/[-:T]/g, '')}_${i}`,
      taken,
      satellite,
      level,
      ring,
      west,
      south,
      east,
      north,
      project: place.project,
      task: `${place.word} ${i % 997}`,
      clouds: Math.round(chance() * 1_000) / 10,
      offNadir: Math.round(chance() * 300) / 10,
      sun: Math.round((10 + chance() * 65) * 10) / 10,
      gsd: level === 'L1D_SR' ? 0.7 : 1,
      isOnDisk: chance() < 0.3,
    };
  }
}

const insertScene = `INSERT INTO scene (connection_id, contract_id, scene_id, task_name, project, taken_at, satellite, product_name, cloud_cover,
    west, south, east, north, footprint, folded, raw, seen_at)
  VALUES ('bench', 'cont.bench', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertFile = `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position, path, size_bytes, saved_at)
  VALUES (?, 'raster', 'a.tif', 'a.tif', '[]', 0, ?, 1000000, ?)`;

/**
 * Writes this many scenes into the database of a folder, and the same rows with outlines as a CSV file for GDAL, if a path is given.
 * The scenes are as the writer of the library stores them; three in ten have a file on disk.
 */
export async function seedScenes(folder: string, count: number, csv: string | null): Promise<void> {
  openFolderStore(folder).close();
  const database = new DatabaseSync(join(folder, databaseFileName));
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  // What the triggers do for one scene after another is done at once below.
  const triggers = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${String(name)}`);
  const facts = database.prepare('INSERT INTO scene_facts VALUES (?, ?, ?, ?)');
  const scene = database.prepare(insertScene);
  const file = database.prepare(insertFile);
  const box = database.prepare('INSERT INTO scene_box VALUES (?, ?, ?, ?, ?)');
  const out = csv === null ? null : createWriteStream(csv);
  out?.write('scene,acquired,satellite,project,level,clouds,off_nadir,sun,gsd,on_disk,saved,folded,wkt\n');
  let lines: string[] = [];
  let id = 0;
  for (const made of madeScenes(count)) {
    id += 1;
    const { taken, satellite, level, ring, west, south, east, north, sceneId, project, task } = made;
    const { clouds, offNadir, sun, gsd, isOnDisk } = made;
    const folded = `${sceneId} ${satellite} ${task} ${project} ${level} ${taken}`.toLowerCase();
    const raw = JSON.stringify({
      scene_id: sceneId,
      timestamp: taken,
      satellite_name: satellite,
      productname: level,
      metadata: { gsd, off_nadir: offNadir, sun_elevation: sun, cloud_cover: clouds, valid_pixel: 100 },
    });
    const footprint = JSON.stringify({ type: 'Polygon', coordinates: [ring] });
    scene.run(
      sceneId,
      task,
      project,
      taken,
      satellite,
      level,
      clouds,
      west,
      south,
      east,
      north,
      footprint,
      folded,
      raw,
      taken,
    );
    facts.run(id, offNadir, sun, gsd);
    box.run(id, west, east, south, north);
    if (isOnDisk) file.run(id, `${project}/${sceneId}/a.tif`, taken);
    const wkt = ring.map((corner) => corner.join(' ')).join(',');
    lines.push(
      `${sceneId},${taken},${satellite},${project},${level},${clouds},${offNadir},${sun},${gsd},${isOnDisk ? 1 : 0},${isOnDisk ? taken : ''},${folded},"POLYGON((${wkt}))"\n`,
    );
    if (lines.length === 10_000) {
      out?.write(lines.join(''));
      lines = [];
    }
  }
  out?.end(lines.join(''));
  for (const { sql } of triggers) database.exec(String(sql));
  database.exec('COMMIT');
  database.close();
  if (out) await finished(out);
}
