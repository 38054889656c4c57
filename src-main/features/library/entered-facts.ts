import { z } from 'zod';
import {
  type EnteredFacts,
  type EnteredResult,
  importedConnectionId,
} from '../../../src-preload/contract/library.ts';
import type { CatalogScene } from '../../core/catalog-scene.ts';
import {
  laterThanEntered,
  readEnteredTime,
  withEnteredFacts,
  withLaterEntered,
} from '../../core/entered-facts.ts';
import { readPeriod } from '../../core/foreign-time.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import { redactScene } from '../../service/redaction/redact-scene.ts';
import { fold } from '../../store/search-words.ts';
import type { Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';
import { timeWord } from './acquired-columns.ts';

const sceneRow = z.object({
  connectionId: z.string(),
  sceneId: z.string(),
  timestamp: z.string().nullable(),
  satelliteName: z.string().nullable(),
  taskName: z.string().nullable(),
  project: z.string().nullable(),
  productName: z.string().nullable(),
  raw: z.string(),
});

/** Writes the time and the satellite of a scene, with who said so. Triggers note the scene for the index and for the catalog of the folder. */
function writeFacts(
  store: Store,
  id: number,
  row: z.infer<typeof sceneRow>,
  facts: { timestamp: string | null; satelliteName: string | null; raw: Record<string, unknown> },
) {
  store.run(
    'UPDATE scene SET taken_at = :timestamp, satellite = :satelliteName, folded = :folded, raw = :raw WHERE id = :id',
    {
      id,
      timestamp: facts.timestamp,
      satelliteName: facts.satelliteName,
      raw: JSON.stringify(facts.raw),
      folded: fold(
        [
          row.sceneId,
          facts.satelliteName,
          row.taskName,
          row.project,
          row.productName,
          timeWord(facts.timestamp, readPeriod(facts.raw)),
        ].join(' '),
      ),
    },
  );
}

const readRow = (store: Store, id: number) =>
  store.get(
    sceneRow,
    `SELECT connection_id AS connectionId, scene_id AS sceneId, taken_at AS timestamp, satellite AS satelliteName, task_name AS taskName, project,
       product_name AS productName, raw FROM scene WHERE id = :id`,
    { id },
  );

const fileRow = z.object({ id: z.number(), name: z.string(), bands: z.string() });

/**
 * Records what a person has entered of an imported scene on another computer, later than what is recorded; `scene` is what its item says.
 * Returns true if there was something. It is called within a transaction.
 */
export function adoptEntered(store: Store, id: number, scene: CatalogScene): boolean {
  const row = readRow(store, id);
  if (row?.connectionId !== importedConnectionId) return false;
  const files = store
    .all(fileRow, 'SELECT id, name, bands FROM scene_file WHERE scene_row = :id', { id })
    .map((file) => ({ ...file, bands: z.array(z.string()).catch([]).parse(JSON.parse(file.bands)) }));
  const { timestamp, satelliteName } = row;
  const merged = withLaterEntered({ timestamp, satelliteName, raw: storedRecord(row.raw), files }, scene);
  if (merged === null) return false;
  writeFacts(store, id, row, {
    timestamp: isoTime(merged.timestamp),
    satelliteName: merged.satelliteName,
    // The item is a foreign file.
    raw: storedRecord(JSON.stringify(redactScene(merged.raw))),
  });
  for (const [n, { id: fileId, bands }] of merged.files.entries())
    if (bands !== files[n]?.bands)
      // The description for drawing has the names of before.
      store.run('UPDATE scene_file SET bands = :bands, raster_info = NULL WHERE id = :fileId', {
        fileId,
        bands: JSON.stringify(bands),
      });
  return true;
}

/**
 * Creates the function that records what a person knows of imported scenes: when and by which satellite they were acquired, and that a person
 * said so. A scene of a service is left alone, because the service says it. An empty text removes a value. Triggers note the scenes for the
 * index and for the catalog of the folder.
 */
export function createEnteredFacts({ store, now }: { store: Store; now: () => Date }) {
  function enter(
    id: number,
    time: ReturnType<typeof readEnteredTime>,
    satelliteName: string | undefined,
  ): boolean {
    const row = readRow(store, id);
    if (row?.connectionId !== importedConnectionId) return false;
    const facts = { timestamp: row.timestamp, satelliteName: row.satelliteName, raw: storedRecord(row.raw) };
    const entered = withEnteredFacts(facts, { time, satelliteName, at: laterThanEntered(facts.raw, now()) });
    writeFacts(store, id, row, entered);
    return true;
  }

  /** Records the facts; changes nothing if the time cannot be read. */
  return ({ librarySceneIds, acquired, satelliteName }: EnteredFacts): EnteredResult => {
    const time = acquired === undefined ? null : readEnteredTime(acquired);
    if (acquired !== undefined && time === null) return { isTimeRead: false, changed: 0, ofService: 0 };
    const changed = store.transaction(
      () => librarySceneIds.filter((id) => enter(id, time, satelliteName)).length,
    );
    return { isTimeRead: true, changed, ofService: librarySceneIds.length - changed };
  };
}
