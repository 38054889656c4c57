import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useStore } from 'zustand';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { idSeparator } from '../../../../src-preload/contract/packed-places.ts';
import { type HandOnEvent, type HandOnForm, mostHandedOn } from '../../../../src-preload/contract/sharing.ts';
import { useApi } from '../../../client/api.tsx';
import { hasErrorCode } from '../../../i18n/error-text.ts';
import { listStore } from '../../../state/list-store.ts';
import { type SceneTerms, sceneFilterOf } from '../scene-filters.ts';

/** How far the handing on is. */
export type HandOnState =
  | { kind: 'idle' }
  | { kind: 'running'; share: number }
  | { kind: 'stopped' }
  | Extract<HandOnEvent, { kind: 'done' }>
  | { kind: 'failed'; error: unknown };

const idsSchema = z.array(z.coerce.number().pipe(librarySceneIdSchema));

/** Returns the scenes that are handed on: the selected ones, or all that the list shows, in its order; and whether there are more. */
export function useScenesToHandOn(terms: SceneTerms) {
  const { client } = useApi();
  const chosen = useStore(listStore, ({ lists }) => lists.library.chosen);
  const isChosen = chosen.size > 0;
  const { sort, descending } = terms;
  const listed = useQuery({
    queryKey: ['hand-on', terms],
    queryFn: () =>
      client.library.ids({
        filter: sceneFilterOf(terms),
        ...{ sort, descending, offset: 0, limit: mostHandedOn + 1 },
      }),
    enabled: !isChosen,
    gcTime: 0,
  });
  const texts = isChosen ? [...chosen] : (listed.data ?? '').split(idSeparator).filter(Boolean);
  const ids = idsSchema.safeParse(texts).data ?? [];
  return {
    ids: ids.slice(0, mostHandedOn),
    isMore: ids.length > mostHandedOn,
    isChosen,
    isLoading: !isChosen && listed.isPending,
    error: listed.error,
  };
}

/** Hands scenes on; leaving the part of the page that asked for it stops it. */
export function useHandOn() {
  const { client } = useApi();
  const [state, setState] = useState<HandOnState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  interface Wanted {
    librarySceneIds: LibrarySceneId[];
    form: HandOnForm;
    name: string;
  }

  async function run(input: Wanted, signal: AbortSignal) {
    for await (const event of await client.sharing.handOn(input, { signal }))
      setState(event.kind === 'progress' ? { kind: 'running', share: event.share } : event);
  }

  return {
    state,
    start(input: Wanted) {
      const stop = new AbortController();
      running.current = stop;
      setState({ kind: 'running', share: 0 });
      run(input, stop.signal).catch((error: unknown) => {
        const isStopped = stop.signal.aborted || hasErrorCode(error, 'CANCELLED');
        setState(isStopped ? { kind: 'stopped' } : { kind: 'failed', error });
      });
    },
    stop: () => running.current?.abort(),
  };
}
