import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import {
  connectionIdSchema,
  contractIdSchema,
  libraryFileIdSchema,
  librarySceneIdSchema,
  orderIdSchema,
  type Scope,
  submissionIdSchema,
  taskIdSchema,
} from '../../src-preload/contract/ids.ts';
import { useActiveScope, useApi, useSettings } from '../client/api.tsx';
import type { MainClient } from '../client/connect.ts';
import { bandModes } from '../raster/bands.ts';
import { type MapState, mapStore } from '../state/map-store.ts';

const keepMs = 600;

const bandNumber = z.number().int().min(0);
const keptSchema = z.object({
  /** Whose task, order and command they are; scenes are of all contracts. */
  connectionId: connectionIdSchema.nullable(),
  contractId: contractIdSchema.nullable(),
  taskId: taskIdSchema.nullable(),
  orderId: orderIdSchema.nullable(),
  commandId: submissionIdSchema.nullable(),
  sceneId: librarySceneIdSchema.nullable(),
  raster: z
    .object({
      fileId: libraryFileIdSchema,
      librarySceneId: librarySceneIdSchema,
      bandMode: z.enum(bandModes),
      chosenBands: z.tuple([bandNumber, bandNumber, bandNumber]).optional(),
    })
    .nullable(),
  followedBands: z.enum(bandModes).nullable(),
});
type Kept = z.infer<typeof keptSchema>;

function keptOf(state: MapState, scope: Scope | null): Kept {
  const { shownRaster } = state;
  return {
    connectionId: scope?.connectionId ?? null,
    contractId: scope?.contractId ?? null,
    taskId: state.selectedTaskId,
    orderId: state.selectedOrderId,
    commandId: state.selectedCommandId,
    sceneId: state.selectedSceneId,
    raster: shownRaster && {
      fileId: shownRaster.fileId,
      librarySceneId: shownRaster.librarySceneId,
      bandMode: shownRaster.bandMode,
      ...(shownRaster.chosenBands ? { chosenBands: [...shownRaster.chosenBands] } : {}),
    },
    followedBands: state.followedBands,
  };
}

const isThere = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );

/** What of the kept selection main still knows, and only under the contract it was made under. */
async function stillThere(client: MainClient, kept: Kept, scope: Scope | null): Promise<Partial<MapState>> {
  const isSame =
    scope !== null && scope.connectionId === kept.connectionId && scope.contractId === kept.contractId;
  const { taskId, orderId, commandId, sceneId, raster } = kept;
  const [task, order, command, scene, file] = await Promise.all([
    isSame && taskId !== null && isThere(client.tasking.get({ scope, taskId })),
    isSame && orderId !== null && isThere(client.orders.get({ scope, orderId })),
    isSame &&
      commandId !== null &&
      client.outbox.get({ ids: [commandId] }).then(
        ({ length }) => length > 0,
        () => false,
      ),
    sceneId !== null && isThere(client.library.get({ librarySceneId: sceneId })),
    raster !== null &&
      client.library.get({ librarySceneId: raster.librarySceneId }).then(
        ({ files }) => files.some(({ fileId, state }) => fileId === raster.fileId && state === 'on-disk'),
        () => false,
      ),
  ]);
  return {
    ...(task ? { selectedTaskId: taskId } : {}),
    ...(order ? { selectedOrderId: orderId } : {}),
    ...(command ? { selectedCommandId: commandId } : {}),
    ...(scene ? { selectedSceneId: sceneId } : {}),
    ...(file && raster ? { shownRaster: { ...raster, goThere: false } } : {}),
    followedBands: kept.followedBands,
  };
}

const selections = [
  'selectedTaskId',
  'selectedOrderId',
  'selectedCommandId',
  'selectedSceneId',
  'shownRaster',
  'followedBands',
] as const;

/** The store changes with each move of the pointer. */
const isSameSelection = (one: MapState, other: MapState) =>
  selections.every((name) => one[name] === other[name]);

function restore(found: Partial<MapState>) {
  // What the user selected meanwhile stands.
  if (!isSameSelection(mapStore.getState(), mapStore.getInitialState())) return;
  mapStore.setState({ ...found, restoring: true });
  mapStore.setState({ restoring: false });
}

/** What was selected and drawn at the last end is so again; from then on it is noted as it changes. */
export function KeptSelection() {
  const { client, query } = useApi();
  const settings = useSettings();
  const scope = useActiveScope();
  const known = useQuery(query.connections.list.queryOptions()).isSuccess;
  const [restored, setRestored] = useState(false);
  const ready = settings !== null && known;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the settings and the scope of the start
  useEffect(() => {
    if (!ready) return;
    const kept = keptSchema.safeParse(settings.workspace.selection);
    if (!kept.success) {
      setRestored(true);
      return;
    }
    let ended = false;
    void stillThere(client, kept.data, scope).then((found) => {
      if (ended) return;
      restore(found);
      setRestored(true);
    });
    return () => {
      ended = true;
    };
  }, [ready]);

  useEffect(() => {
    if (!restored) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const selection = keptOf(mapStore.getState(), scope);
      client.settings.set({ workspace: { selection } }).catch(() => undefined);
    };
    const unfollow = mapStore.subscribe((state, before) => {
      if (isSameSelection(state, before)) return;
      clearTimeout(timer);
      timer = setTimeout(keep, keepMs);
    });
    const keepNow = () => {
      if (timer !== undefined) keep();
    };
    window.addEventListener('pagehide', keepNow);
    return () => {
      unfollow();
      keepNow();
      window.removeEventListener('pagehide', keepNow);
    };
  }, [client, restored, scope]);
  return null;
}
