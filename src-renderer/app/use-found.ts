import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useActiveScope, useApi } from '../client/api.tsx';
import { formatUtc } from '../i18n/format.ts';
import { zoomToBox } from '../state/map-store.ts';
import { select } from '../state/selection.ts';
import { showWorkspace } from '../state/ui-store.ts';

const debounceMs = 150;
const leastLetters = 2;
/** The number of results of each kind. The palette is for opening known objects; the lists are for searching. */
const most = 5;

/** Returns the tasks, orders and scenes whose names contain the text in the palette. */
export function useFound(text: string): SpotlightActionData[] {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const scope = useActiveScope();
  const [search] = useDebouncedValue(text.trim(), debounceMs);
  const isAsked = search.length >= leastLetters;
  const page = { offset: 0, limit: most };
  const tasks = useQuery(
    query.tasking.list.queryOptions({
      input:
        scope && isAsked
          ? { scope, filter: { search }, sort: 'name', descending: false, ...page }
          : skipToken,
    }),
  ).data;
  const orders = useQuery(
    query.orders.list.queryOptions({
      input:
        scope && isAsked
          ? { scope, filter: { search }, sort: 'name', descending: false, ...page }
          : skipToken,
    }),
  ).data;
  const scenes = useQuery(
    query.library.list.queryOptions({
      input: isAsked ? { filter: { search }, sort: 'time', descending: true, ...page } : skipToken,
    }),
  ).data;
  if (!isAsked) return [];
  // The main process has already filtered the rows. The palette filters again by these keywords, so they must match the
  // text.
  const keywords = text;
  return [
    ...(tasks?.rows ?? []).map((task) => ({
      id: `task-${task.taskId}`,
      label: task.name,
      description: t('shell.found.task', { project: task.project ?? '—' }),
      keywords,
      onClick() {
        select('task', task.taskId);
        showWorkspace('tasks');
      },
    })),
    ...(orders?.rows ?? []).map((order) => ({
      id: `order-${order.orderId}`,
      label: order.name ?? order.orderId,
      description: t('shell.found.order', { number: order.orderId }),
      keywords,
      onClick() {
        select('order', order.orderId);
        showWorkspace('orders');
      },
    })),
    ...(scenes?.rows ?? []).map((scene) => ({
      id: `scene-${scene.librarySceneId}`,
      label: scene.taskName ?? scene.sceneId,
      description: t('shell.found.scene', {
        time: scene.timestamp === null ? '—' : formatUtc(i18n.language, scene.timestamp),
        satellite: scene.satelliteName ?? '—',
      }),
      keywords,
      onClick() {
        select('scene', scene.librarySceneId);
        showWorkspace('library');
        if (scene.bbox) zoomToBox(scene.bbox);
      },
    })),
  ];
}
