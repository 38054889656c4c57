import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { openFolderStore, tablesOf } from '../../bench/folder/seed-folder.ts';
import { wireSceneSchema } from '../../src-main/service/api/wire.ts';
import { captureIdSchema, connectionIdSchema, contractIdSchema } from '../../src-preload/contract/ids.ts';

const scope = {
  connectionId: connectionIdSchema.parse('earlier'),
  contractId: contractIdSchema.parse('cont.earlier'),
};
/** Degrees and a name; scenes of one place lie some hundred metres apart. */
const places = [
  { x: 2.35, y: 48.85, project: 'Cities' },
  { x: 11.57, y: 48.13, project: 'Cities' },
  { x: 4.4, y: 51.95, project: 'Harbours' },
  { x: -0.4, y: 39.45, project: 'Harbours' },
];

function picture(tone: number): Buffer {
  const png = new PNG({ width: 240, height: 180 });
  for (let at = 0; at < png.data.length; at += 4) {
    const [x, y] = [(at / 4) % 240, Math.floor(at / 960)];
    const field = ((x >> 5) * 37 + (y >> 4) * 61 + tone * 29) % 90;
    png.data.set([60 + field, 90 + field, 50 + (tone % 60), 255], at);
  }
  return PNG.sync.write(png);
}

/**
 * Writes scenes with a file and a thumbnail on the disk into a folder that no Nadir has open: of four places in turn, one a week from
 * 2025-01-01 on, of satellites SN1 to SN3, with clouds, angles and resolution that grow with their number.
 */
export function seedScenes(dataFolder: string, count: number) {
  const store = openFolderStore(dataFolder);
  const { scenes } = tablesOf(store);
  store.transaction(() => {
    for (let i = 0; i < count; i += 1) {
      const place = places[i % places.length] ?? { x: 0, y: 0, project: '' };
      const [x, y] = [place.x + (i % 7) * 0.002, place.y + (i % 5) * 0.002];
      const ring = [
        [x - 0.05, y - 0.04],
        [x + 0.05, y - 0.04],
        [x + 0.05, y + 0.04],
        [x - 0.05, y + 0.04],
        [x - 0.05, y - 0.04],
      ];
      const name = `seeded_${String(i).padStart(3, '0')}`;
      const raw = {
        scene_id: name,
        timestamp: new Date(Date.UTC(2025, 0, 1 + 7 * i, 10, 30)).toISOString(),
        footprint: { type: 'Polygon', coordinates: [ring] },
        satellite_name: `SN${1 + (i % 3)}`,
        productname: i % 2 === 0 ? 'L1D' : 'L1D_SR',
        metadata: { cloud_cover: i, off_nadir: i / 4, sun_elevation: 30 + i / 4, gsd: i % 2 === 0 ? 1 : 0.7 },
        rasters: [{ url: 'https://c.invalid/r', bands: ['red'], file_name: `${name}.tif` }],
        attachments: [{ url: 'https://c.invalid/t', file_name: `${name}.png`, name: 'thumbnail' }],
      };
      const id = scenes.put(scope, captureIdSchema.parse('capture'), {
        parsed: wireSceneSchema.parse(raw),
        raw,
      });
      store.run('UPDATE scene SET project = :project, task_name = :task WHERE id = :id', {
        id,
        project: place.project,
        task: `${place.project} ${i}`,
      });
      mkdirSync(join(dataFolder, 'library', 'p'), { recursive: true });
      for (const file of scenes.filesOf(id)) {
        const path = join('p', file.fileName);
        writeFileSync(join(dataFolder, 'library', path), picture(i));
        scenes.markSaved(file.fileId, { path, sizeBytes: 1_000, sha256: '0'.repeat(64) });
      }
    }
  });
  store.close();
}
