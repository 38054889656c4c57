import { Button, Group } from '@mantine/core';
import { IconMapPin, IconMovie } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { useActiveScope, useApi } from '../../client/api.tsx';
import { compareStore } from '../../state/compare-store.ts';
import { changeList, listOf, listStore } from '../../state/list-store.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { RepeatOrder, RepeatTask } from '../draft/copy-buttons.tsx';
import { rasterOf, showRaster } from './show-raster.ts';

/** The button that opens the form for the order or task of the scene with the window that follows; none if it came with neither. */
function Repeat({ scene }: { scene: SceneDetails }) {
  const { query } = useApi();
  const active = useActiveScope();
  const { librarySceneId, connectionId, contractId, taskId } = scene;
  // What is repeated is ordered under the contract in force: that of the scene, or nothing is offered.
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

/** Shows the scenes of the library that overlap this one, on disk or not. */
function showPlace({ librarySceneId }: SceneDetails) {
  const { terms } = listOf(listStore.getState(), 'library');
  changeList('library', {
    terms: { ...terms, search: '', needsAttention: false, placeOf: String(librarySceneId) },
    // A place is the same under every contract.
    contract: null,
    chosen: new Set(),
  });
  showWorkspace('library');
}

/**
 * What can be done from a scene: order its place again, list all of its place, go through the captures of its place, and what follows
 * as children.
 */
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
