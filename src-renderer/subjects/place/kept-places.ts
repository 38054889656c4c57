import { z } from 'zod';
import { placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import type { MainClient } from '../../client/connect.ts';
import { type PlacesState, placeStore } from './place-store.ts';

const keptSchema = z.object({
  listIds: z.array(placeListIdSchema).catch([]),
  sort: z.object({ key: z.string(), descending: z.boolean() }).nullable().catch(null),
  isWide: z.boolean().catch(false),
  tableShare: z.number().min(0.2).max(0.8).catch(0.5),
  hidden: z.array(z.string()).catch([]),
  shown: z.array(z.string()).catch([]),
});
type Kept = z.infer<typeof keptSchema>;

const keptOf = ({ listIds, sort, isWide, tableShare, hidden, shown }: PlacesState): Kept => ({
  ...{ listIds: [...listIds], sort, isWide, tableShare, hidden: [...hidden], shown: [...shown] },
});

/** Restores the columns, the order and the lists of the last run. */
export function restorePlaces(kept: unknown) {
  const read = keptSchema.safeParse(kept);
  if (read.success) placeStore.setState(read.data);
}

const keepMs = 600;

/** Saves them whenever they change; returns the function that stops it. */
export function keepPlaces(client: MainClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = JSON.stringify(keptOf(placeStore.getState()));
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const places = keptOf(placeStore.getState());
    const text = JSON.stringify(places);
    if (text === saved) return;
    saved = text;
    client.settings.set({ workspace: { places } }).catch(() => undefined);
  };
  const stop = placeStore.subscribe(() => {
    timer ??= setTimeout(keep, keepMs);
  });
  return () => {
    stop();
    keep();
  };
}
