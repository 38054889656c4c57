import { z } from 'zod';
import {
  type EnteredFacts,
  type EnteredResult,
  importedConnectionId,
} from '../../src-preload/contract/library.ts';
import { type ForeignTime, periodField, readForeignTime } from '../core/foreign-time.ts';
import { statedField } from '../core/stated-facts.ts';
import { fold } from '../store/search-words.ts';
import type { Store } from '../store/store.ts';
import { storedRecord } from '../store/stored-json.ts';

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
const sourcesSchema = z.record(z.string(), z.unknown()).catch({});

/**
 * Creates the function that records what a person knows of imported scenes: when and by which satellite they were acquired, and that a person
 * said so. A scene of a service is left alone, because the service says it. An empty text removes a value. Triggers note the scenes for the
 * index and for the catalog of the folder.
 */
export function createEnteredFacts({ store, now }: { store: Store; now: () => Date }) {
  function enter(id: number, time: ForeignTime | 'unknown' | null, satellite: string | undefined): boolean {
    const row = store.get(
      sceneRow,
      `SELECT connection_id AS connectionId, scene_id AS sceneId, taken_at AS timestamp, satellite AS satelliteName, task_name AS taskName, project,
         product_name AS productName, raw FROM scene WHERE id = :id`,
      { id },
    );
    if (row?.connectionId !== importedConnectionId) return false;
    const { [periodField]: period, ...others } = storedRecord(row.raw);
    const sources = sourcesSchema.parse(others[statedField]);
    const source = { by: 'person', what: now().toISOString() };
    const raw: Record<string, unknown> = { ...others };
    let { timestamp, satelliteName } = row;
    if (time === null) {
      if (period !== undefined) raw[periodField] = period;
    } else {
      timestamp = time !== 'unknown' && time.kind === 'moment' ? time.at : null;
      if (time !== 'unknown' && time.kind === 'period')
        raw[periodField] = { start: time.start, end: time.end };
      sources.timestamp = source;
    }
    if (satellite !== undefined) {
      satelliteName = satellite.trim() || null;
      sources.satelliteName = source;
    }
    raw[statedField] = sources;
    store.run(
      'UPDATE scene SET taken_at = :timestamp, satellite = :satelliteName, folded = :folded, raw = :raw WHERE id = :id',
      {
        id,
        timestamp,
        satelliteName,
        raw: JSON.stringify(raw),
        folded: fold(
          [row.sceneId, satelliteName, row.taskName, row.project, row.productName, timestamp].join(' '),
        ),
      },
    );
    return true;
  }

  /** Records the facts; changes nothing if the time cannot be read. */
  return ({ librarySceneIds, acquired, satelliteName }: EnteredFacts): EnteredResult => {
    const isUnknown = acquired?.trim() === '';
    const time = acquired === undefined ? null : isUnknown ? 'unknown' : readForeignTime(acquired);
    if (acquired !== undefined && time === null) return { isTimeRead: false, changed: 0, ofService: 0 };
    const changed = store.transaction(
      () => librarySceneIds.filter((id) => enter(id, time, satelliteName)).length,
    );
    return { isTimeRead: true, changed, ofService: librarySceneIds.length - changed };
  };
}
