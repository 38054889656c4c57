import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { unpackIds } from '../../../src-preload/contract/packed-places.ts';
import type { PlaceRow } from '../../../src-preload/contract/place-values.ts';
import { mostPlacesSelected } from '../../../src-preload/contract/places.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useListedMarks } from '../../kit/lists/use-listed-marks.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { useSelected } from '../../kit/state/selection.ts';
import { type PageRange, usePagedList } from '../../kit/ui/paged-list.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { latestRow } from './edit-places.ts';
import { sortOfKey } from './place-columns.tsx';
import { filterOfPlaces } from './place-filter.ts';
import { placesAsMarks } from './place-marks.ts';
import { choosePlaces, placeStore } from './place-store.ts';

/** The delay after a key press before a search is sent to the main process, in milliseconds. */
const searchPauseMs = 150;

/** Returns the terms of the table for main: its filter and its order. */
export function usePlaceTerms() {
  const {
    listIds,
    search: typed,
    tag,
    kind,
    attribute: typedAttribute,
    isInView,
    sort,
  } = useStore(placeStore);
  const box = useStore(mapStore, ({ viewBox }) => (isInView ? viewBox : null));
  const [search] = useDebouncedValue(typed, searchPauseMs);
  const [attribute] = useDebouncedValue(typedAttribute, searchPauseMs);
  const { language } = useTranslation().i18n;
  return useMemo(() => {
    const order = sortOfKey(sort?.key ?? null);
    return {
      filter: filterOfPlaces(
        { listIds, search, tag, kind, attribute, isInView },
        { box, language, isByAttribute: typeof order === 'object' },
      ),
      sort: order,
      descending: sort?.descending ?? false,
    };
  }, [listIds, search, tag, kind, attribute, isInView, box, sort, language]);
}

/** Returns the rows of the table, loaded page by page, with the edits that main has not confirmed yet. */
export function usePlaceRows(terms: ReturnType<typeof usePlaceTerms>) {
  const { client, query } = useApi();
  const selected = useSelected('place');
  // Subscribes to changes only: `rowAt` reads the pending edits itself.
  useStore(placeStore, ({ pending }) => pending);
  const list = usePagedList<PlaceRow, unknown>({
    terms,
    page: (range: PageRange) => query.places.page.queryOptions({ input: { ...terms, ...range } }),
  });
  const position = useQuery(
    query.places.position.queryOptions({
      input: selected === null ? skipToken : { ...terms, placeId: selected },
    }),
  ).data;
  const rowAt = (index: number): PlaceRow | undefined => {
    const row = list.rowAt(index);
    return row && latestRow(row);
  };
  /** Returns the rows from one index to another, both included, and loads the missing ones. */
  async function load(first: number, last: number): Promise<PlaceRow[]> {
    const rows: PlaceRow[] = [];
    for (let offset = first; offset <= last; offset += 500) {
      const limit = Math.min(500, last - offset + 1);
      const current = Array.from({ length: limit }, (_, i) => rowAt(offset + i));
      const loaded = current.filter((row) => row !== undefined);
      const page =
        loaded.length === limit ? loaded : (await client.places.page({ ...terms, offset, limit })).rows;
      rows.push(...page.map(latestRow));
    }
    return rows;
  }
  return { ...list, rowAt, load, selected, position: position ?? null };
}

/** The rows of the table of places. */
export type PlaceRows = ReturnType<typeof usePlaceRows>;

/** While only places in the view of the map are listed, deselects the selected places that a move of the map takes out of it. */
export function useChosenInView(terms: ReturnType<typeof usePlaceTerms>) {
  const { client } = useApi();
  const act = useAct();
  useEffect(() => {
    const { chosen: before } = placeStore.getState();
    if (terms.filter.box === undefined || before.size === 0) return;
    let isOver = false;
    act(async () => {
      const ids = await client.places.ids({ ...terms, offset: 0, limit: mostPlacesSelected });
      if (isOver) return;
      const listed = new Set(unpackIds(ids));
      const { chosen } = placeStore.getState();
      const kept = [...chosen].filter((placeId) => listed.has(placeId));
      if (kept.length < chosen.size) choosePlaces(kept);
    });
    return () => {
      isOver = true;
    };
  }, [terms, client, act]);
}

/** Shows the places of the table on the map, with the other visible lists. */
export function usePlacesOnMap(terms: ReturnType<typeof usePlaceTerms>) {
  const { query } = useApi();
  const { search, tag, kind, attribute } = terms.filter;
  const filter = {
    visibleOnly: true,
    ...(search === undefined ? {} : { search }),
    ...(tag === undefined ? {} : { tag }),
    ...(kind === undefined ? {} : { kind }),
    ...(attribute === undefined ? {} : { attribute }),
  };
  const places = useQuery({
    ...query.places.onMap.queryOptions({ input: { filter } }),
    placeholderData: keepPreviousData,
  }).data;
  const marks = useMemo(() => places && placesAsMarks(places), [places]);
  useListedMarks('place', marks);
}
