import { z } from 'zod';
import { type EnteredBands, importedConnectionId } from '../../../src-preload/contract/library.ts';
import { laterThanEntered, withEnteredBands } from '../../core/entered-facts.ts';
import type { Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';

const fileRow = z.object({
  sceneRow: z.number(),
  name: z.string(),
  bands: z.string(),
  connectionId: z.string(),
  raw: z.string(),
});
const bandsSchema = z.array(z.string()).catch([]);

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
    const file = { name: row.name, bands: bandsSchema.parse(JSON.parse(row.bands)) };
    const raw = storedRecord(row.raw);
    const entered = withEnteredBands(raw, file, { bands, at: laterThanEntered(raw, now()) });
    store.run('UPDATE scene SET raw = :raw WHERE id = :id', {
      id: row.sceneRow,
      raw: JSON.stringify(entered.raw),
    });
    // The description for drawing has the names of before.
    store.run('UPDATE scene_file SET bands = :bands, raster_info = NULL WHERE id = :id', {
      id,
      bands: JSON.stringify(entered.bands),
    });
    return true;
  }

  return ({ fileIds, bands }: EnteredBands): number =>
    store.transaction(() => fileIds.filter((id) => enter(id, bands)).length);
}
