import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toItem } from '../../src-main/features/library/holdings/format/to-item.ts';
import { sceneIdSchema } from '../../src-preload/contract/ids.ts';
import { catalogFile, catalogScene } from '../catalog-scene.ts';
import type { HoldingsNadir } from '../holdings-world.ts';
import { testScope } from '../task-rows.ts';

/** The folder of what somebody has written by hand. */
export const forgedFolder = 'Forged';

/** Writes the item of a scene that never was, beside a file of its own. It names these files of other scenes too. */
export function forgeItem(library: string, sceneId: string, victims: readonly string[]): void {
  const folder = `${forgedFolder}/${sceneId}`;
  mkdirSync(join(library, folder), { recursive: true });
  writeFileSync(join(library, folder, `${sceneId}.tif`), `${sceneId} is forged`);
  const paths = [`${folder}/${sceneId}.tif`, ...victims];
  const scene = catalogScene(1, {
    source: { ...catalogScene(1).source, ...testScope, sceneId: sceneIdSchema.parse(sceneId) },
    files: paths.map((path, position) =>
      catalogFile(path, { name: `forged-${position}.tif`, position, sizeBytes: null, sha256: null }),
    ),
  });
  const itemPath = `${folder}/stac-item.json`;
  const item = toItem(scene, { itemPath, pagePath: 'catalog.json', rootPath: 'catalog.json' });
  writeFileSync(join(library, itemPath), JSON.stringify(item));
}

/**
 * Deletes all scenes that were written by hand, as a person does in each Nadir, until none is left. Fails if a Nadir that knew one leaves
 * its item.
 */
export async function deleteForged(
  library: string,
  nadirs: readonly HoldingsNadir[],
  forged: readonly string[],
  fail: (text: string) => void,
): Promise<void> {
  const known = new Set<string>();
  for (let n = 0; n < 3; n += 1) for (const nadir of nadirs) await nadir.sync();
  for (const nadir of nadirs) {
    // What could not be read when the drive was away is an item of somebody else until it is.
    if (nadir.allFiles().some(({ sceneId }) => forged.includes(sceneId))) await nadir.rebuild();
    for (const { id, sceneId } of nadir.allFiles())
      if (forged.includes(sceneId)) {
        known.add(sceneId);
        await nadir.deleteForged(id);
      }
  }
  for (let n = 0; n < 3; n += 1) for (const nadir of nadirs) await nadir.sync();
  for (const nadir of nadirs) for (const text of nadir.taken.splice(0)) fail(text);
  for (const sceneId of forged) {
    const folder = join(library, forgedFolder, sceneId);
    if (known.has(sceneId) && existsSync(join(folder, 'stac-item.json')))
      fail(`the item of ${sceneId} is left`);
    rmSync(folder, { recursive: true, force: true });
  }
  rmSync(join(library, forgedFolder), { recursive: true, force: true });
}
