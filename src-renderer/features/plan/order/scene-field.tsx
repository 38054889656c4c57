import { Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Footprint } from '../../../../src-preload/contract/geometry.ts';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { SceneRow } from '../../../../src-preload/contract/library.ts';
import { boxOf, toArea } from '../../../../src-shared/geometry/area.ts';
import { useActiveScope, useApi } from '../../../kit/client/api.tsx';
import type { LonLat } from '../../../kit/i18n/coordinates.ts';
import { listMarks, mapStore, zoomToBox } from '../../../kit/state/map-store.ts';
import { select } from '../../../kit/state/selection.ts';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { focusPane } from '../../../kit/ui/panes.ts';
import { sceneMarks } from '../../library/scene-marks.ts';
import { besideInput } from '../beside-input.tsx';
import type { OrderDraft } from '../draft/order-draft.ts';
import type { OrderFieldsProps } from './order-fields-props.ts';

const debounceMs = 250;
const offered = 100;

/** Converts a footprint to areas of the draft. */
function areasOfFootprint(footprint: Footprint | null): OrderDraft['areas'] {
  if (!footprint) return [];
  const polygons = footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates;
  return polygons.flatMap((rings) => {
    const made = toArea(rings.map((ring) => ring.map(([x = Number.NaN, y = Number.NaN]): LonLat => [x, y])));
    return 'area' in made ? [made.area.map((ring) => ring.map(([x, y]): [number, number] => [x, y]))] : [];
  });
}

/** Returns the scenes of this contract that match a search in the library. */
function useScenes(search: string): SceneRow[] {
  const { query } = useApi();
  const scope = useActiveScope();
  const rows =
    useQuery(
      query.library.list.queryOptions({
        input: {
          filter: search === '' ? {} : { search },
          sort: 'time',
          descending: true,
          offset: 0,
          limit: 500,
        },
      }),
    ).data?.rows ?? [];
  return rows
    .filter(
      ({ connectionId, contractId, captureId }) =>
        captureId !== null && connectionId === scope?.connectionId && contractId === scope.contractId,
    )
    .slice(0, offered);
}

interface SceneFieldProps extends Pick<OrderFieldsProps, 'draft' | 'set'> {
  /** The name of the parameter. */
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  withAsterisk: boolean;
}

/**
 * The capture to order from the archive: typed, or taken with its footprint from a scene on the map or in the library.
 */
export function SceneField({ draft, set, name, label, value, error, withAsterisk }: SceneFieldProps) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const picking = useStore(mapStore, (state) => state.pickingScene);
  const picked = useStore(mapStore, (state) => state.pickedSceneId);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [debouncedSearch] = useDebouncedValue(search, debounceMs);
  // The name of the selected scene is not used as a search.
  const scenes = useScenes(
    chosen !== null && debouncedSearch === '' ? '' : (debouncedSearch.split(' · ')[0] ?? ''),
  );
  const input = useRef<HTMLInputElement>(null);
  const all = useQuery(query.library.footprints.queryOptions({ input: { filter: {} } })).data;
  // Every known scene can be ordered, not only those on disk.
  useEffect(() => {
    if (all) listMarks('scene', sceneMarks(all));
  }, [all]);
  useEffect(
    () => () => {
      listMarks('scene', null);
      mapStore.setState({ pickingScene: false, pickedSceneId: null });
    },
    [],
  );

  const take = useMutation({
    mutationFn: (librarySceneId: LibrarySceneId) => client.library.get({ librarySceneId }),
    onSuccess: ({ captureId, footprint, sceneId, librarySceneId }) => {
      const areas = areasOfFootprint(footprint);
      // A scene without an outline must not keep that of the scene before, but what was drawn for it.
      const isAfterScene = chosen !== null || draft.sceneName !== '';
      const sceneName = sceneId.slice(0, 200);
      // The name that another scene has given is not one that a person has chosen.
      const isNameFree = draft.name.trim() === '' || draft.name === draft.sceneName;
      set({
        values: { ...draft.values, [name]: captureId ?? '' },
        ...(areas.length > 0 || isAfterScene ? { areas, corners: null } : {}),
        ...(isNameFree ? { name: sceneName, sceneName } : {}),
      });
      setChosen(String(librarySceneId));
      select('scene', librarySceneId);
      if (areas[0]) zoomToBox(boxOf(areas[0]));
      input.current?.focus();
    },
  });
  const { mutate } = take;
  useEffect(() => {
    if (picked === null) return;
    mapStore.setState({ pickedSceneId: null });
    mutate(picked);
  }, [picked, mutate]);

  const toggle = () => {
    mapStore.setState({ pickingScene: !picking, areaTool: null });
    if (!picking) focusPane('map');
  };
  return (
    <Stack gap={6}>
      <Select
        label={t('orderForm.scene')}
        placeholder={t('library.search')}
        data={scenes.map((scene) => ({
          value: String(scene.librarySceneId),
          label: `${scene.sceneId}${scene.taskName === null ? '' : ` · ${scene.taskName}`}`,
        }))}
        value={chosen}
        searchable
        // The library has already filtered the scenes, also by fields that are not shown.
        filter={({ options }) => options}
        onSearchChange={setSearch}
        nothingFoundMessage={t('orderForm.noScenes')}
        allowDeselect={false}
        onChange={(id) => id !== null && mutate(librarySceneIdSchema.parse(Number(id)))}
      />
      <TextInput
        ref={input}
        label={label}
        value={value}
        onChange={(event) => set({ values: { ...draft.values, [name]: event.currentTarget.value } })}
        error={error}
        withAsterisk={withAsterisk}
        spellCheck={false}
        autoComplete="off"
        {...besideInput({ label: t('orderForm.pickScene'), picking, toggle })}
      />
      {take.isError && <ErrorNote error={take.error} />}
    </Stack>
  );
}
