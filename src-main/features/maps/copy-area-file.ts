import { DatabaseSync } from 'node:sqlite';
import type { HandedMap } from './handed-map.ts';

/**
 * Writes a copy of the file of a saved area: whole, although the area may be open here, without the empty tiles that say where the
 * server has none, and with the metadata of the map. It blocks, so a thread calls it.
 */
export function copyAreaFile(from: string, to: string, map: HandedMap) {
  const { name, attribution, minZoom, maxZoom, bounds } = map;
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    source.prepare('VACUUM INTO :path').run({ path: to });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec('PRAGMA journal_mode = DELETE; DELETE FROM tiles WHERE length(tile_data) = 0;');
    const put = copy.prepare('INSERT OR REPLACE INTO metadata (name, value) VALUES (:name, :value)');
    const metadata = { name, attribution, minzoom: String(minZoom), maxzoom: String(maxZoom) };
    for (const [key, value] of Object.entries(metadata)) put.run({ name: key, value });
    if (bounds !== null && bounds[0] < bounds[2]) put.run({ name: 'bounds', value: bounds.join(',') });
  } finally {
    copy.close();
  }
}
