import { z } from 'zod';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { fold } from '../../store/search-words.ts';
import type { Store } from '../../store/store.ts';
import { timeWord } from './acquired-columns.ts';

const namesRow = z.object({
  sceneId: z.string(),
  satelliteName: z.string().nullable(),
  taskName: z.string().nullable(),
  project: z.string().nullable(),
  productName: z.string().nullable(),
  timestamp: z.string().nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
});

/**
 * Writes the words by which a search finds a scene, from its stored columns. A column may keep a value that an answer lacks, or get one
 * that only an order has, so words that are written from the answer alone would not find the scene by the name that it shows. The words
 * begin with the id of the scene, by which the list is sorted. `others` are words that no column has.
 */
export function updateSceneWords(
  store: Pick<Store, 'get' | 'run'>,
  id: LibrarySceneId,
  others: readonly string[],
) {
  const names = store.get(
    namesRow,
    `SELECT scene_id AS sceneId, satellite AS satelliteName, task_name AS taskName, project, product_name AS productName,
       taken_at AS timestamp, taken_from AS start, taken_until AS end FROM scene WHERE id = :id`,
    { id },
  );
  if (names === undefined) throw new Error('a scene just stored is not there');
  const { sceneId, satelliteName, taskName, project, productName, timestamp, start, end } = names;
  const time = timeWord(timestamp, start === null || end === null ? null : { start, end });
  const folded = fold([sceneId, satelliteName, taskName, project, productName, time, ...others].join(' '));
  store.run('UPDATE scene SET folded = :folded WHERE id = :id AND folded <> :folded', { id, folded });
}
