import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceId, PlaceListId } from '../../../src-preload/contract/ids.ts';
import type { PlaceGeometry } from '../../../src-preload/contract/place-geometry.ts';
import type { PlaceEditKind } from '../../../src-preload/contract/place-steps.ts';
import type { Place, PlacePatch, PlaceRow } from '../../../src-preload/contract/place-values.ts';
import { mostPlacesAtOnce, type PlaceChange } from '../../../src-preload/contract/places.ts';
import { boxOf, verticesOf } from '../../../src-shared/geometry/area.ts';
import { wrapLongitude } from '../../../src-shared/geometry/mercator.ts';
import { useApi } from '../../kit/client/api.tsx';
import type { MainClient } from '../../kit/client/connect.ts';
import { useAct, useActOnce, useSay } from '../../kit/ui/use-act.ts';
import { choosePlaces, placeStore } from './place-store.ts';

type EditInput = Parameters<MainClient['places']['edit']>[0];
/** A new place, as sent to the main process. */
export type PlaceToAdd = Extract<EditInput['changes'][number], { do: 'create' }>['place'];

/** A row with its changes. */
export interface PlaceUpdate {
  row: PlaceRow;
  patch: PlacePatch;
}

/** Returns a row with a patch applied, to show it until the main process has answered. */
export function patchedRow(row: PlaceRow, patch: PlacePatch): PlaceRow {
  const { geometry, attributes, withoutAttributes = [], ...fields } = patch;
  const merged = { ...row.attributes, ...attributes };
  for (const name of withoutAttributes) delete merged[name];
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...row, ...positionOfPatch(geometry), ...given, attributes: merged, version: row.version + 1 };
}

type RowPosition = Pick<PlaceRow, 'kind' | 'longitude' | 'latitude' | 'altitudeMetres' | 'vertices'>;

/** Returns what a row shows of a geometry: a point, or the middle of an area and the number of its vertices. */
function rowPositionOf(geometry: PlaceGeometry | null): RowPosition {
  if (geometry === null)
    return { kind: 'none', longitude: null, latitude: null, altitudeMetres: null, vertices: null };
  if (geometry.kind === 'point') {
    const { kind, longitude, latitude, altitudeMetres } = geometry;
    return { kind, longitude, latitude, altitudeMetres, vertices: null };
  }
  const [west, south, east, north] = boxOf(geometry.rings);
  return {
    kind: 'area',
    longitude: wrapLongitude((west + east) / 2),
    latitude: (south + north) / 2,
    altitudeMetres: null,
    vertices: verticesOf(geometry.rings),
  };
}

function positionOfPatch(geometry: PlacePatch['geometry']): Partial<PlaceRow> {
  if (geometry === undefined) return {};
  const position = rowPositionOf(geometry);
  return geometry === null ? position : { ...position, positionText: null };
}

const maxPending = 5_000;

/** Shows the patched rows until the main process has stored them. */
function showPending(updates: readonly PlaceUpdate[]) {
  const { pending } = placeStore.getState();
  const next = new Map(pending.size > maxPending ? [] : pending);
  for (const { row, patch } of updates) next.set(row.placeId, patchedRow(row, patch));
  placeStore.setState({ pending: next });
}

function dropPending(placeIds: readonly PlaceId[]) {
  if (placeIds.length === 0) return;
  const next = new Map(placeStore.getState().pending);
  for (const placeId of placeIds) next.delete(placeId);
  placeStore.setState({ pending: next });
}

/** Converts a place to its table row. */
export function rowOfPlace({ geometry, ...place }: Place): PlaceRow {
  return { ...place, ...rowPositionOf(geometry) };
}

/** Returns the latest version of a row, including an edit that the main process has not answered yet. */
export function latestRow(row: PlaceRow): PlaceRow {
  const pending = placeStore.getState().pending.get(row.placeId);
  return pending !== undefined && pending.version > row.version ? pending : row;
}

const nothingDone = { placeIds: [], stepId: null };

/** Edits places in one step: updates first, then additions. Returns the ids of the added places, and the step. */
async function send(
  client: MainClient,
  as: PlaceEditKind,
  updates: readonly PlaceUpdate[],
  added: { listId: PlaceListId; places: readonly PlaceToAdd[] } | null,
): Promise<{ placeIds: PlaceId[]; stepId: number | null }> {
  const changes: EditInput['changes'] = [
    ...updates.map(
      ({ row: { placeId, version }, patch }): PlaceChange => ({ do: 'update', placeId, version, patch }),
    ),
    ...(added === null
      ? []
      : added.places.map((place) => ({ do: 'create' as const, listId: added.listId, place }))),
  ];
  if (changes.length === 0) return nothingDone;
  showPending(updates);
  try {
    const { placeIds, unchanged, step } = await client.places.edit({ as, changes });
    // The versions of unchanged places did not increase, so the next edit must not send the expected version.
    dropPending(unchanged);
    return { placeIds: placeIds.slice(updates.length), stepId: step?.stepId ?? null };
  } catch (error) {
    dropPending(updates.map(({ row }) => row.placeId));
    throw error;
  }
}

/** Returns the patch of these updates; null if they have different ones. */
function commonPatch(updates: readonly PlaceUpdate[]): PlacePatch | null {
  const [first] = updates;
  if (first === undefined) return null;
  const text = JSON.stringify(first.patch);
  return updates.every(({ patch }) => JSON.stringify(patch) === text) ? first.patch : null;
}

/** Returns the functions that edit places. Each call is one undo step; `act` shows errors. */
export function usePlaceEdits() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const actOnce = useActOnce();
  const say = useSay();
  return useMemo(() => {
    /** Returns false and shows a notice if a command affects too many places. */
    const isBounded = (count: number, max: number = mostPlacesAtOnce) => {
      if (count > max) say({ message: t('places.tooManyAtOnce', { count: max }), color: 'orange' });
      return count <= max;
    };
    return {
      isBounded,
      /** Changes fields of places; resolves with the id of the step once the main process has answered. */
      async update(as: PlaceEditKind, updates: readonly PlaceUpdate[]): Promise<number | null> {
        // One value for many places is sent once.
        const patch = updates.length > mostPlacesAtOnce ? commonPatch(updates) : null;
        if (patch !== null && (as === 'fill' || as === 'clear')) {
          const placeIds = updates.map(({ row }) => row.placeId);
          const { step } = await client.places.changeAll({ placeIds, change: { do: 'change', as, patch } });
          return step?.stepId ?? null;
        }
        return isBounded(updates.length) ? (await send(client, as, updates, null)).stepId : null;
      },
      /** Adds places to a list and changes others, in one step. */
      add: async (
        as: PlaceEditKind,
        listId: PlaceListId,
        places: readonly PlaceToAdd[],
        updates: readonly PlaceUpdate[] = [],
      ) =>
        isBounded(places.length + updates.length)
          ? send(client, as, updates, { listId, places })
          : nothingDone,
      /** Removes these places without asking, because it can be undone. */
      remove(placeIds: readonly PlaceId[]) {
        act(async () => {
          const { step } = await client.places.changeAll({
            placeIds: [...placeIds],
            change: { do: 'remove' },
          });
          const { chosen } = placeStore.getState();
          choosePlaces([...chosen].filter((placeId) => !placeIds.includes(placeId)));
          if (step) say({ message: t('places.removed', { count: step.count }), color: 'teal' });
        });
      },
      duplicate: (placeIds: readonly PlaceId[]) =>
        actOnce(() => client.places.changeAll({ placeIds: [...placeIds], change: { do: 'duplicate' } })),
      moveTo: (placeIds: readonly PlaceId[], listId: PlaceListId) =>
        act(() => client.places.changeAll({ placeIds: [...placeIds], change: { do: 'transfer', listId } })),
    };
  }, [t, client, act, actOnce, say]);
}
