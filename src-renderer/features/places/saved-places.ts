import { z } from 'zod';
import { placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import { placeKindSchema } from '../../../src-preload/contract/place-values.ts';
import { placeFilterSchema } from '../../../src-preload/contract/places.ts';
import type { MainClient } from '../../kit/client/connect.ts';
import { createWorkspaceSaver } from '../../kit/client/workspace-saver.ts';
import { type PlacesState, placeStore } from './place-store.ts';

const storedSchema = z.object({
  listIds: z.array(placeListIdSchema).catch([]),
  sort: z.object({ key: z.string(), descending: z.boolean() }).nullable().catch(null),
  isWide: z.boolean().catch(false),
  tableShare: z.number().min(0.2).max(0.8).catch(0.5),
  hidden: z.array(z.string()).catch([]),
  shown: z.array(z.string()).catch([]),
});
type StoredPlaces = z.infer<typeof storedSchema>;

const storedOf = ({ listIds, sort, isWide, tableShare, hidden, shown }: PlacesState): StoredPlaces => ({
  listIds: [...listIds],
  sort,
  isWide,
  tableShare,
  hidden: [...hidden],
  shown: [...shown],
});

const appearanceSchema = storedSchema.extend({
  search: z.string().max(200).catch(''),
  tag: z.string().nullable().catch(null),
  kind: placeKindSchema.nullable().catch(null),
  attribute: placeFilterSchema.shape.attribute.unwrap().nullable().catch(null),
  isInView: z.boolean().catch(false),
});

/** Returns the appearance of the table of places for a saved view: its lists, filters, sort and columns. */
export const placesAppearance = (state: PlacesState) => ({
  ...storedOf(state),
  search: state.search,
  tag: state.tag,
  kind: state.kind,
  attribute: state.attribute,
  isInView: state.isInView,
});

/** The default appearance. */
export const plainPlaces = placesAppearance(placeStore.getInitialState());

/** Applies the appearance of a saved view; unknown fields of `stored` are ignored. */
export function showPlacesAppearance(stored: unknown) {
  const read = appearanceSchema.safeParse(stored);
  if (read.success) placeStore.setState({ ...read.data, chosen: new Set() });
}

/** Restores the columns, the sort and the lists of the previous run. */
export function restorePlaces(stored: unknown) {
  const read = storedSchema.safeParse(stored);
  if (read.success) placeStore.setState(read.data);
}

/** Saves the columns, the sort and the lists when they change; returns a function that stops this. */
export function autoSavePlaces(client: MainClient): () => void {
  let saved = JSON.stringify(storedOf(placeStore.getState()));
  const saver = createWorkspaceSaver(client, () => {
    const places = storedOf(placeStore.getState());
    const text = JSON.stringify(places);
    if (text === saved) return null;
    saved = text;
    return { places };
  });
  const unfollow = placeStore.subscribe(saver.saveSoon);
  return () => {
    unfollow();
    saver.stop();
  };
}
