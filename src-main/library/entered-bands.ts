import { z } from 'zod';
import { type EnteredBands, importedConnectionId } from '../../src-preload/contract/library.ts';
import { bandsEntry, statedField } from '../core/stated-facts.ts';
import type { Store } from '../store/store.ts';
import { storedRecord } from '../store/stored-json.ts';

const fileRow = z.object({
  sceneRow: z.number(),
  name: z.string(),
  bands: z.string(),
  connectionId: z.string(),
  raw: z.string(),
});
const entrySchema = z.object({ by: z.literal('person'), what: z.string(), before: z.string() });
const sourcesSchema = z.record(z.string(), z.unknown()).catch({});

/** Returns true if a person has named the bands of a file; `raw` is that of its scene. */
export const areBandsEntered = (raw: Record<string, unknown>, name: string): boolean =>
  sourcesSchema.parse(raw[statedField])[bandsEntry(name)] !== undefined;

/**
 * Creates the function that records what a person knows of the bands of imported rasters, and that a person said so: these names win over
 * those within the file. No names bring back what the source of the raster said. Returns how many rasters were changed; those of a service
 * are left alone. Triggers note the scenes for the index and for the catalog of the folder.
 */
export function createEnteredBands({ store, now }: { store: Store; now: () => Date }) {
  function enter(id: number, bands: readonly string[]): boolean {
    const row = store.get(
      fileRow,
      `SELECT f.scene_row AS sceneRow, f.name, f.bands, connection_id AS connectionId, raw
       FROM scene_file f JOIN scene ON scene.id = f.scene_row WHERE f.id = :id AND kind = 'raster'`,
      { id },
    );
    if (row?.connectionId !== importedConnectionId) return false;
    const raw = storedRecord(row.raw);
    const { [bandsEntry(row.name)]: entered, ...others } = sourcesSchema.parse(raw[statedField]);
    const before = entrySchema.safeParse(entered).data?.before ?? row.bands;
    const entry = { by: 'person', what: now().toISOString(), before };
    const sources = bands.length === 0 ? others : { ...others, [bandsEntry(row.name)]: entry };
    store.run('UPDATE scene SET raw = :raw WHERE id = :id', {
      id: row.sceneRow,
      raw: JSON.stringify({ ...raw, [statedField]: sources }),
    });
    // The description for drawing has the names of before.
    store.run('UPDATE scene_file SET bands = :bands, raster_info = NULL WHERE id = :id', {
      id,
      bands: bands.length === 0 ? before : JSON.stringify(bands),
    });
    return true;
  }

  return ({ fileIds, bands }: EnteredBands): number =>
    store.transaction(() => fileIds.filter((id) => enter(id, bands)).length);
}
