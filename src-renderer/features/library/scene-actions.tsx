import { Button, Group } from '@mantine/core';
import { IconMapPin, IconMovie } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import { compareStore } from '../../kit/state/compare-store.ts';
import { changeList, listOf, listStore } from '../../kit/state/list-store.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { RepeatOrder, RepeatTask } from '../plan/draft/copy-buttons.tsx';
import { rasterOf, showRaster } from './show-raster.ts';

/** The button that repeats the order or task of a scene with the window that follows; renders nothing for a scene without either. */
function Repeat({ scene }: { scene: SceneDetails }) {
  const { query } = useApi();
  const active = useActiveScope();
  const { librarySceneId, connectionId, contractId, taskId } = scene;
  // A repeat orders under the active contract, so it is offered only if the scene has that contract.
  const scope = active?.connectionId === connectionId && active.contractId === contractId ? active : null;
  const orderId = useQuery(
    query.library.orderOf.queryOptions({ input: scope === null ? skipToken : { librarySceneId } }),
  ).data;
  const order = useQuery(
    query.orders.get.queryOptions({ input: scope === null || !orderId ? skipToken : { scope, orderId } }),
  ).data;
  const isOfTask = scope !== null && taskId !== null && orderId === null;
  const task = useQuery(
    query.tasking.get.queryOptions({ input: isOfTask ? { scope, taskId } : skipToken }),
  ).data;
  if (order !== undefined) return <RepeatOrder order={order} />;
  if (task !== undefined) return <RepeatTask task={task} />;
  return null;
}

/** Lists the scenes that overlap this one, on disk or not. */
function showPlace({ librarySceneId }: SceneDetails) {
  const { terms } = listOf(listStore.getState(), 'library');
  changeList('library', {
    terms: { ...terms, search: '', needsAttention: false, placeOf: String(librarySceneId) },
    // The filter applies under every contract.
    contract: null,
    chosen: new Set(),
  });
  showWorkspace('library');
}

/** The actions for a scene: repeat its order, list all scenes of its place, flip through its captures, and the given children. */
export function SceneActions({ scene, children }: { scene: SceneDetails; children?: ReactNode }) {
  const { t } = useTranslation();
  const raster = rasterOf(scene);
  const isPlaced = scene.bbox !== null;
  return (
    <Group gap={6}>
      <Repeat scene={scene} />
      {isPlaced && (
        <Button
          variant="default"
          leftSection={<IconMapPin size={14} aria-hidden />}
          onClick={() => showPlace(scene)}
        >
          {t('scenePlace.all')}
        </Button>
      )}
      {isPlaced && raster !== null && (
        <Button
          variant="default"
          leftSection={<IconMovie size={14} aria-hidden />}
          onClick={() => {
            showRaster(scene, raster);
            compareStore.setState({ isStripOpen: true });
          }}
        >
          {t('scenePlace.timeline')}
        </Button>
      )}
      {children}
    </Group>
  );
}
