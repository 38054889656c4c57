import { dirname } from 'node:path';
import { mostImportedScenes } from '../../../src-preload/contract/scene-imports.ts';
import { maxJsonBytes } from '../format/parse-json.ts';
import { linkTo, nameOfHref, type StacLink } from '../format/read-stac.ts';
import { resolveHref } from '../format/resolve-href.ts';
import { createBatchCollector, type FoundBatch } from '../found-scene.ts';
import type { ReadTools } from './build-scene.ts';
import { createFileFinder, readBounded } from './local-files.ts';
import { type ClaimedPaths, type ItemContext, readItemFile } from './read-item.ts';

const maxFiles = 2 * mostImportedScenes;
const followed = new Set(['child', 'item', 'items']);

/**
 * Yields the scenes of a selected STAC file: an item, a page of items, or a catalog with all files to which its links lead, each read
 * once. `root` is the real path of the folder that no link may leave.
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

  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    out.entry();
    const file = await context.find(path);
    const read = 'problem' in file ? file : await readBounded(file, maxJsonBytes);
    if ('problem' in read) out.problem(path, read.problem);
    else {
      const value = await readItemFile(context, { path, text: read.text, isChosen: true }, claimed);
      if (value?.kind === 'container') follow(path, value.links);
    }
    if (out.isDue()) yield out.take();
  }
  yield out.take();
}
