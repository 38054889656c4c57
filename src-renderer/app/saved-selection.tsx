import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import {
  connectionIdSchema,
  contractIdSchema,
  libraryFileIdSchema,
  librarySceneIdSchema,
  type Scope,
} from '../../src-preload/contract/ids.ts';
import { rasterStyleSchema } from '../../src-preload/contract/raster-styles.ts';
import { useActiveScope, useApi, useSettings } from '../kit/client/api.tsx';
import type { MainClient } from '../kit/client/connect.ts';
import { createWorkspaceSaver } from '../kit/client/workspace-saver.ts';
import { type MapState, mapStore } from '../kit/state/map-store.ts';
import {
  isOfOneContract,
  type KeysBySubject,
  restoreSelected,
  selectionStore,
} from '../kit/state/selection.ts';
import { subjects } from './workspace-registry.tsx';

/** A style that another version saved in another form is ignored. */
const styleSchema = rasterStyleSchema.nullable().catch(null);
const savedSchema = z.object({
  /** The scope of the keys that belong to one contract; scenes belong to all contracts. */
  connectionId: connectionIdSchema.nullable(),
  contractId: contractIdSchema.nullable(),
  /** The keys by subject. Keys of unknown subjects are ignored. */
  selected: z.record(z.string(), z.union([z.string(), z.number()])),
  raster: z
    .object({
      fileId: libraryFileIdSchema,
      librarySceneId: librarySceneIdSchema,
      style: styleSchema,
    })
    .nullable(),
  followed: z.object({ style: styleSchema }).nullable().catch(null),
});
type Saved = z.infer<typeof savedSchema>;

function savedOf(selected: KeysBySubject, scope: Scope | null): Saved {
  const { shownRaster, followed } = mapStore.getState();
  const keys = subjects.flatMap(({ subject, restore }): [string, string | number][] => {
    const key = selected[subject] ?? null;
    return key === null || !restore ? [] : [[subject, key]];
  });
  return {
    connectionId: scope?.connectionId ?? null,
    contractId: scope?.contractId ?? null,
    selected: Object.fromEntries(keys),
    raster: shownRaster && {
      fileId: shownRaster.fileId,
      librarySceneId: shownRaster.librarySceneId,
      style: shownRaster.style,
    },
    followed,
  };
}

const orNull = <Value,>(asked: Promise<Value>) => asked.catch(() => null);

interface Restorable {
  selected: KeysBySubject;
  drawn: Partial<MapState>;
}

/**
 * Returns the part of the saved selection that still exists. Keys that belong to one contract are restored only under
 * the same contract.
 */
async function stillExisting(client: MainClient, saved: Saved, scope: Scope | null): Promise<Restorable> {
  const isSame =
    scope !== null && scope.connectionId === saved.connectionId && scope.contractId === saved.contractId;
  const { raster } = saved;
  const [file, ...selected] = await Promise.all([
    raster && orNull(client.library.get({ librarySceneId: raster.librarySceneId })),
    ...subjects
      .filter(({ subject }) => subject in saved.selected && (isSame || !isOfOneContract(subject)))
      .map(({ subject, restore }) => restore && orNull(restore(client, saved.selected[subject], scope))),
  ]);
  const isOnDisk = file?.files.some(({ fileId, state }) => fileId === raster?.fileId && state === 'on-disk');
  return {
    selected: Object.assign({}, ...selected),
    drawn: {
      ...(isOnDisk && raster ? { shownRaster: { ...raster, goThere: false } } : {}),
      followed: saved.followed,
    },
  };
}

/** The map store changes with each move of the pointer; only these fields are saved. */
const isSameDrawn = (one: MapState, other: MapState) =>
  one.shownRaster === other.shownRaster && one.followed === other.followed;

function restore({ selected, drawn }: Restorable) {
  // A selection that the user made in the meantime is kept.
  const isUntouched =
    selectionStore.getState().selected === selectionStore.getInitialState().selected &&
    isSameDrawn(mapStore.getState(), mapStore.getInitialState());
  if (!isUntouched) return;
  mapStore.setState(drawn);
  restoreSelected(selected);
}

/** Restores the selection and the raster of the last session, and saves them whenever they change. */
export function SavedSelection() {
  const { client, query } = useApi();
  const settings = useSettings();
  const scope = useActiveScope();
  const known = useQuery(query.connections.list.queryOptions()).isSuccess;
  const [restored, setRestored] = useState(false);
  const ready = settings !== null && known;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the settings and the scope of the start
  useEffect(() => {
    if (!ready) return;
    const saved = savedSchema.safeParse(settings.workspace.selection);
    if (!saved.success) {
      setRestored(true);
      return;
    }
    let ended = false;
    void stillExisting(client, saved.data, scope).then((found) => {
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
    const saver = createWorkspaceSaver(client, () => ({
      selection: savedOf(selectionStore.getState().selected, scope),
    }));
    const unfollow = [
      selectionStore.subscribe((state, before) => {
        if (state.selected !== before.selected) saver.saveSoon();
      }),
      mapStore.subscribe((state, before) => {
        if (!isSameDrawn(state, before)) saver.saveSoon();
      }),
    ];
    return () => {
      for (const stop of unfollow) stop();
      saver.stop();
    };
  }, [client, restored, scope]);
  return null;
}
