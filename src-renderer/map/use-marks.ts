import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useActiveScope, useApi } from '../client/api.tsx';
import { mapStore } from '../state/map-store.ts';
import { selectionStore } from '../state/selection.ts';
import { momentsStore } from './moments-store.ts';
import type { NadirMap } from './nadir-map.ts';

/** Gives the map the marks of the open list; without a list, those of all tasks and of the scenes on the disk. */
export function useMarks(map: NadirMap | null) {
  const { query } = useApi();
  const scope = useActiveScope();
  const listedTargets = useStore(mapStore, (state) => state.targets);
  const listedFootprints = useStore(mapStore, (state) => state.footprints);
  const orderPlaces = useStore(mapStore, (state) => state.orderPlaces);
  const commandPlaces = useStore(mapStore, (state) => state.commandPlaces);
  const allTargets = useQuery(
    query.tasking.targets.queryOptions({ input: scope ? { scope, filter: {} } : skipToken }),
  ).data;
  const allFootprints = useQuery(
    query.library.footprints.queryOptions({ input: { filter: { onDiskOnly: true } } }),
  ).data;
  const ordersShown = orderPlaces !== null;
  const byTime = useStore(momentsStore, ({ display }) => display !== null);
  const commandsShown = commandPlaces !== null;
  useEffect(
    () =>
      map?.marks.setTargets(
        ordersShown || byTime || commandsShown ? null : (listedTargets ?? allTargets ?? null),
      ),
    [map, ordersShown, byTime, commandsShown, listedTargets, allTargets],
  );
  useEffect(() => map?.marks.setOrders(orderPlaces), [map, orderPlaces]);
  useEffect(() => map?.marks.setCommands(commandPlaces), [map, commandPlaces]);
  // An object that was selected in the other list has a mark only now.
  useEffect(() => {
    const { order, task } = selectionStore.getState().selected;
    if (ordersShown && order !== null) map?.marks.revealOrder(order);
    if (!ordersShown && task !== null) map?.marks.revealTask(task);
  }, [map, ordersShown]);
  useEffect(
    () => map?.marks.setFootprints(byTime ? null : (listedFootprints ?? allFootprints ?? null)),
    [map, byTime, listedFootprints, allFootprints],
  );
}
