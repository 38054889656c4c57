import { opendir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { mostImportedScenes } from '../../../../src-preload/contract/scene-imports.ts';
import { maxJsonBytes } from '../format/parse-json.ts';
import { linkTo, nameOfHref, type StacLink } from '../format/read-stac.ts';
import { resolveHref } from '../format/resolve-href.ts';
import { createBatchCollector, type FoundBatch } from '../found-scene.ts';
import type { ReadTools } from './build-scene.ts';
import { createFileFinder, readBounded } from './local-files.ts';
import { type ClaimedPaths, type ItemContext, readItemFile } from './read-item.ts';

const maxFiles = 2 * mostImportedScenes;
const followed = new Set(['child', 'item', 'items']);

/** Adds the review files that lie in a folder. One that cannot be listed has an item that was read, which is enough. */
async function addReviews({ tools, out }: ItemContext, folder: string): Promise<void> {
  try {
    for await (const entry of await opendir(folder))
      if (entry.isFile() && tools.isReviewName(entry.name)) out.review(join(folder, entry.name));
  } catch {
    // The drive was removed meanwhile, which the copies of the scene will say.
  }
}

/**
 * Yields the scenes of a selected STAC file: an item, a page of items, or a catalog with all files to which its links lead, each read
 * once, and the reviews beside these files. `root` is the real path of the folder that no link may leave. A selected file that is a review is
 * taken as one.
 */
export async function* readCatalog(
  { path: first, root }: { path: string; root: string },
  tools: ReadTools,
): AsyncGenerator<FoundBatch> {
  const out = createBatchCollector();
  const context: ItemContext = { root, tools, out, find: createFileFinder(root) };
  const claimed: ClaimedPaths = new Set();
  const seen = new Set([first]);
  const waiting = [first];
  /** The folders in which reviews were looked for. */
  const searched = new Set<string>();

  function follow(path: string, links: readonly StacLink[]) {
    const self = linkTo(links, 'self');
    for (const { rel, href } of links) {
      if (!followed.has(rel)) continue;
      const resolved = resolveHref(href, { folder: dirname(path), root, self });
      if ('problem' in resolved) out.problem(`${path}: ${rel}`, resolved.problem, nameOfHref(href));
      else if (!seen.has(resolved.path)) {
        if (seen.size >= maxFiles) return out.problem(path, 'too-many-scenes', String(mostImportedScenes));
        seen.add(resolved.path);
        waiting.push(resolved.path);
      }
    }
  }

  if (tools.isReviewName(basename(first))) {
    out.entry();
    out.review(first);
    return yield out.take();
  }
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    out.entry();
    const file = await context.find(path);
    const read = 'problem' in file ? file : await readBounded(file, maxJsonBytes);
    if ('problem' in read) out.problem(path, read.problem);
    else {
      const value = await readItemFile(context, { path, text: read.text, isChosen: true }, claimed);
      if (value?.kind === 'container') follow(path, value.links);
      else if (!searched.has(dirname(path))) {
        searched.add(dirname(path));
        await addReviews(context, dirname(path));
      }
    }
    if (out.isDue()) yield out.take();
  }
  yield out.take();
}
