import { z } from 'zod';
import { placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import { placeKindSchema } from '../../../src-preload/contract/place-values.ts';
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

const appearanceSchema = keptSchema.extend({
  search: z.string().max(200).catch(''),
  tag: z.string().nullable().catch(null),
  kind: placeKindSchema.nullable().catch(null),
  isInView: z.boolean().catch(false),
});

/** Returns the appearance of the table of places for a saved view: its lists, filters, sort and columns. */
export const placesAppearance = (state: PlacesState) => ({
  ...keptOf(state),
  ...{ search: state.search, tag: state.tag, kind: state.kind, isInView: state.isInView },
});

/** The default appearance. */
export const plainPlaces = placesAppearance(placeStore.getInitialState());

/** Applies the appearance of a saved view; unknown fields of `kept` are ignored. */
export function showPlacesAppearance(kept: unknown) {
  const read = appearanceSchema.safeParse(kept);
  if (read.success) placeStore.setState({ ...read.data, chosen: new Set() });
}

/** Restores the columns, the sort and the lists of the previous run. */
export function restorePlaces(kept: unknown) {
  const read = keptSchema.safeParse(kept);
  if (read.success) placeStore.setState(read.data);
}

const keepMs = 600;

/** Saves the columns, the sort and the lists when they change; returns a function that stops this. */
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
