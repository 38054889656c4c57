import { z } from 'zod';
import {
  type EnteredFacts,
  type EnteredResult,
  importedConnectionId,
} from '../../../src-preload/contract/library.ts';
import { readEnteredTime, withEnteredFacts } from '../../core/entered-facts.ts';
import { readPeriod } from '../../core/foreign-time.ts';
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
    const row = store.get(
      sceneRow,
      `SELECT connection_id AS connectionId, scene_id AS sceneId, taken_at AS timestamp, satellite AS satelliteName, task_name AS taskName, project,
         product_name AS productName, raw FROM scene WHERE id = :id`,
      { id },
    );
    if (row?.connectionId !== importedConnectionId) return false;
    const facts = { timestamp: row.timestamp, satelliteName: row.satelliteName, raw: storedRecord(row.raw) };
    const entered = withEnteredFacts(facts, { time, satelliteName, at: now().toISOString() });
    store.run(
      'UPDATE scene SET taken_at = :timestamp, satellite = :satelliteName, folded = :folded, raw = :raw WHERE id = :id',
      {
        id,
        timestamp: entered.timestamp,
        satelliteName: entered.satelliteName,
        raw: JSON.stringify(entered.raw),
        folded: fold(
          [
            row.sceneId,
            entered.satelliteName,
            row.taskName,
            row.project,
            row.productName,
            timeWord(entered.timestamp, readPeriod(entered.raw)),
          ].join(' '),
        ),
      },
    );
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
