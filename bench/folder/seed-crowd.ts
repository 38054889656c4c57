import { chanceOf } from '../../src-main/practice/deterministic.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { newPlaceSchema } from '../../src-preload/contract/place-values.ts';
import { madeTask } from './made-rows.ts';
import { clientOf, openApp, openFolderStore, seedPractice, tablesOf } from './seed-folder.ts';

const batch = 500;

/** Where the places are: near the tasks, spread by some degrees, so that they are in the same views. */
export function placeOfCrowd(i: number): [longitude: number, latitude: number] {
  const clusters = 180;
  const at = Math.floor(chanceOf('place cluster', i) * clusters);
  const near = (name: string) => (chanceOf(name, i) - 0.5) * 4;
  return [
    -175 + 350 * chanceOf('place longitude', at) + near('place east'),
    -50 + 115 * chanceOf('place latitude', at) + near('place north'),
  ];
}

async function seedPlaces(folder: string, count: number) {
  const app = await openApp(folder);
  try {
    const { places } = clientOf(app);
    const { importId } = await places.beginImport({ list: { name: 'Crowd' } });
    for (let from = 0; from < count; from += batch)
      await places.addToImport({
        importId,
        places: Array.from({ length: Math.min(batch, count - from) }, (_, i) => {
          const [longitude, latitude] = placeOfCrowd(from + i);
          return newPlaceSchema.parse({
            name: `Place ${from + i}`,
            geometry: { kind: 'point', longitude, latitude, altitudeMetres: null },
          });
        }),
      });
    await places.finishImport({ importId });
  } finally {
    await app.close();
  }
}

/** Makes a folder with so many tasks of the practice workspace, and so many places of one list. */
export async function seedCrowd(
  folder: string,
  { tasks: taskCount, places }: { tasks: number; places: number },
): Promise<Scope> {
  const scope = await seedPractice(folder);
  const store = openFolderStore(folder);
  try {
    const { tasks } = tablesOf(store);
    for (let from = 0; from < taskCount; from += batch)
      store.transaction(() => {
        for (let i = from; i < Math.min(from + batch, taskCount); i += 1) tasks.put(scope, madeTask(i).task);
      });
  } finally {
    store.close();
  }
  await seedPlaces(folder, places);
  return scope;
}
