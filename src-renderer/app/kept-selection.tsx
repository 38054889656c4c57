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
import { type KeysBySubject, restoreSelected, selectionStore } from '../state/selection.ts';

const keepMs = 600;

const bandNumber = z.number().int().min(0);
const keptSchema = z.object({
  /** The scope of the task, order and command; scenes are of all contracts. */
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

function keptOf({ task, order, command, scene }: KeysBySubject, scope: Scope | null): Kept {
  const { shownRaster, followedBands } = mapStore.getState();
  return {
    connectionId: scope?.connectionId ?? null,
    contractId: scope?.contractId ?? null,
    taskId: task,
    orderId: order,
    commandId: command,
    sceneId: scene,
    raster: shownRaster && {
      fileId: shownRaster.fileId,
      librarySceneId: shownRaster.librarySceneId,
      bandMode: shownRaster.bandMode,
      ...(shownRaster.chosenBands ? { chosenBands: [...shownRaster.chosenBands] } : {}),
    },
    followedBands,
  };
}

const isThere = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );

interface Restorable {
  selected: Partial<KeysBySubject>;
  drawn: Partial<MapState>;
}

/**
 * Returns the part of the saved selection that still exists. Tasks, orders and commands are restored only under the
 * same contract.
 */
async function stillThere(client: MainClient, kept: Kept, scope: Scope | null): Promise<Restorable> {
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
    selected: {
      ...(task ? { task: taskId } : {}),
      ...(order ? { order: orderId } : {}),
      ...(command ? { command: commandId } : {}),
      ...(scene ? { scene: sceneId } : {}),
    },
    drawn: {
      ...(file && raster ? { shownRaster: { ...raster, goThere: false } } : {}),
      followedBands: kept.followedBands,
    },
  };
}

/** The map store changes with each move of the pointer; only these fields are saved. */
const isSameDrawn = (one: MapState, other: MapState) =>
  one.shownRaster === other.shownRaster && one.followedBands === other.followedBands;

function restore({ selected, drawn }: Restorable) {
  // A selection that the user has made in the meantime is kept.
  const isUntouched =
    selectionStore.getState().selected === selectionStore.getInitialState().selected &&
    isSameDrawn(mapStore.getState(), mapStore.getInitialState());
  if (!isUntouched) return;
  mapStore.setState(drawn);
  restoreSelected(selected);
}

/** Restores the selection and the raster of the last run, and saves them whenever they change. */
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
      const selection = keptOf(selectionStore.getState().selected, scope);
      client.settings.set({ workspace: { selection } }).catch(() => undefined);
    };
    const keepSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, keepMs);
    };
    const unfollow = [
      selectionStore.subscribe((state, before) => {
        if (state.selected !== before.selected) keepSoon();
      }),
      mapStore.subscribe((state, before) => {
        if (!isSameDrawn(state, before)) keepSoon();
      }),
    ];
    const keepNow = () => {
      if (timer !== undefined) keep();
    };
    window.addEventListener('pagehide', keepNow);
    return () => {
      for (const stop of unfollow) stop();
      keepNow();
      window.removeEventListener('pagehide', keepNow);
    };
  }, [client, restored, scope]);
  return null;
}
