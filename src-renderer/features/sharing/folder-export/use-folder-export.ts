import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useStore } from 'zustand';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { idSeparator } from '../../../../src-preload/contract/packed-places.ts';
import { type HandOnEvent, type HandOnForm, mostHandedOn } from '../../../../src-preload/contract/sharing.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { listOf, listStore } from '../../../kit/state/list-store.ts';
import { useWriting, type WritingState } from '../../../kit/ui/use-writing.ts';
import { type SceneTerms, sceneFilterOf } from '../../library/scene-filters.ts';

type End = Extract<HandOnEvent, { kind: 'done' }>;

/** The state of an export of scenes for other people. */
export type FolderExportState = WritingState<End>;

const idsSchema = z.array(z.coerce.number().pipe(librarySceneIdSchema));

/**
 * Returns the ids of the scenes to export: the selected ones, or the listed ones in their order. `isMore` is true if there are more than an
 * export can have.
 */
export function useScenesToExport(terms: SceneTerms) {
  const { client } = useApi();
  const chosen = useStore(listStore, (all) => listOf(all, 'library').chosen);
  const isChosen = chosen.size > 0;
  const { sort, descending } = terms;
  const listed = useQuery({
    queryKey: ['hand-on', terms],
    queryFn: () =>
      client.library.ids({
        filter: sceneFilterOf(terms),
        sort,
        descending,
        offset: 0,
        limit: mostHandedOn + 1,
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

interface Wanted {
  librarySceneIds: LibrarySceneId[];
  form: HandOnForm;
  name: string;
  withReviews: boolean;
}

/** Returns the state of an export of scenes and the functions that start and stop it. Unmounting cancels it. */
export function useFolderExport() {
  const { client } = useApi();
  return useWriting<Wanted, End>((input, signal) => client.sharing.handOn(input, { signal }));
}
