import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import type { MainClient } from '../../kit/client/connect.ts';

/** The number of scenes per call: a review may have a megabyte of remarks. */
const pageScenes = 50;
/** The scenes that are named; all are counted. */
const mostListed = 5;

/**
 * Returns how many of these scenes this reviewer has not rejected, so that only the verdict or decision of others did, and the names of the
 * first of them.
 */
export async function findRejectedByOthers(
  client: MainClient,
  ids: readonly string[],
): Promise<{ count: number; names: string[] }> {
  const others: LibrarySceneId[] = [];
  for (let from = 0; from < ids.length; from += pageScenes) {
    const librarySceneIds = ids
      .slice(from, from + pageScenes)
      .map((id) => librarySceneIdSchema.parse(Number(id)));
    for (const { librarySceneId, reviews } of await client.reviews.some({ librarySceneIds })) {
      const mine = reviews.find(({ isMine }) => isMine);
      const hasRejected = mine?.verdict.some(({ value }) => value?.verdict === 'rejected') === true;
      const hasDecided = mine?.decision.some(({ value }) => value === 'rejected') === true;
      if (!hasRejected && !hasDecided) others.push(librarySceneId);
    }
  }
  const named = others.slice(0, mostListed);
  if (named.length === 0) return { count: 0, names: [] };
  const { rows } = await client.library.list({
    filter: { librarySceneIds: named, onDiskOnly: false },
    sort: 'time',
    descending: true,
    offset: 0,
    limit: mostListed,
  });
  return { count: others.length, names: rows.map(({ taskName, sceneId }) => taskName ?? sceneId) };
}
