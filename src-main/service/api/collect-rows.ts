import { AppError } from '../../core/app-error.ts';
import type { Listing, Page, Row } from './service-client.ts';
import { maxFilesOfScene, type WireScene } from './wire.ts';

/** The limit for listings that are held in memory whole: products, clients, contracts, captures. */
const maxRows = 100_000;
/** The limit for one capture: a service of this kind cuts a capture into a few scenes, a strip into some dozens. */
const maxCaptureScenes = 500;

/** Called with the number of rows that could not be read at all, or that were above a limit. */
export type OnUnreadable = (what: string, count: number) => void;

/** Returns all rows of a listing, and whether the listing is complete. Throws BAD_ANSWER (`too-many-rows`) above 100,000 rows. */
export async function collectListing<T>(
  pages: AsyncIterable<Page<T>>,
  { what, onUnreadable }: { what: string; onUnreadable: OnUnreadable },
): Promise<Listing<T>> {
  const rows: Row<T>[] = [];
  let unreadable = 0;
  let total: number | null = null;
  for await (const page of pages) {
    unreadable += page.unreadable;
    total = page.total ?? total;
    for (const row of page.rows) rows.push(row);
    if (rows.length > maxRows) throw new AppError('BAD_ANSWER', { where: what, detail: 'too-many-rows' });
  }
  if (unreadable > 0) onUnreadable(what, unreadable);
  return { rows, whole: unreadable === 0 && (total === null || rows.length >= total) };
}

/** Returns only the rows of `collectListing`. */
export const collectRows = async <T>(...given: Parameters<typeof collectListing<T>>): Promise<Row<T>[]> =>
  (await collectListing(...given)).rows;

/** Each scene is written with all its files in one turn of the event loop, so files above the limit are dropped and reported. */
function withBoundedFiles({ parsed, raw }: Row<WireScene>, onUnreadable: OnUnreadable): Row<WireScene> {
  const bounded = ([name, value]: [string, unknown]): [string, unknown] => {
    if (!Array.isArray(value) || value.length <= maxFilesOfScene) return [name, value];
    onUnreadable(`files of scene ${parsed.scene_id}`, value.length - maxFilesOfScene);
    return [name, value.slice(0, maxFilesOfScene)];
  };
  return { parsed, raw: Object.fromEntries(Object.entries(raw).map(bounded)) };
}

/** Returns the scenes of one capture, at most 500. Scenes above that limit are dropped and reported to `onUnreadable`. */
export async function collectScenes(
  pages: AsyncIterable<Page<WireScene>>,
  onUnreadable: OnUnreadable,
): Promise<Row<WireScene>[]> {
  const rows: Row<WireScene>[] = [];
  let left = 0;
  let total = 0;
  for await (const page of pages) {
    left += page.unreadable;
    total = page.total ?? total;
    const room = Math.max(0, maxCaptureScenes - rows.length);
    left += Math.max(0, page.rows.length - room);
    for (const row of page.rows.slice(0, room)) rows.push(withBoundedFiles(row, onUnreadable));
    // The rows of the remaining pages would be dropped too.
    if (rows.length >= maxCaptureScenes) break;
  }
  // Pages that were not read any more have the others of those that were counted.
  left = Math.max(left, total - rows.length);
  if (left > 0) onUnreadable('scenes', left);
  return rows;
}
