import type { SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { languageSchema } from '../../src-preload/contract/languages.ts';
import { moveAllToDrafts, reviewDrafts } from '../features/outbox/outbox-store.ts';
import { handOver, openPackage } from '../features/packages/handover-store.ts';
import { placeStore } from '../features/places/place-store.ts';
import { makeFromPlaces, showPrepared } from '../features/plan/prepared/prepared-store.ts';
import { useActiveScope, useApi, useConnections, useSettings } from '../kit/client/api.tsx';
import { exportStore, openOutput } from '../kit/export/export-store.ts';
import { coordinateFormats, formatCoordinate } from '../kit/i18n/coordinates.ts';
import { parseCoordinate } from '../kit/i18n/read-place.ts';
import { clearMapSelection, zoomToPoint } from '../kit/state/map-store.ts';
import { createBundle } from '../kit/state/support-store.ts';
import { timelineStore, timelineViews } from '../kit/state/timeline-store.ts';
import { isWorkspace, showSettings, showWorkspace, uiStore } from '../kit/state/ui-store.ts';
import { useAct } from '../kit/ui/use-act.ts';
import { findPlace, showShortcuts, useNewTask } from './key-commands.ts';
import { useLibraryCommands } from './library-commands.ts';
import { showMap } from './show-map.ts';
import { workspaces } from './workspace-registry.tsx';

/** When the palette closes, it returns the focus after ten milliseconds. */
const focusReturnedMs = 50;

/** Returns the command that shows a coordinate typed into the palette; none if the text is not a coordinate. */
export function usePlaceCommands(text: string): SpotlightActionData[] {
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const place = parseCoordinate(text);
  if (!place) return [];
  return [
    {
      id: 'go-to',
      label: t('shell.command.goTo', { place: formatCoordinate(place, format) }),
      keywords: text,
      onClick() {
        showMap();
        zoomToPoint(place);
      },
    },
  ];
}

/** Returns the commands for the service: tasks, orders, drafts and changes. */
export function useWorkCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const scope = useActiveScope();
  const newTask = useNewTask();
  const isListShown = useStore(exportStore, ({ offered }) => offered !== null);
  return [
    { id: 'new-task', label: t('plan.title'), onClick: newTask },
    {
      id: 'new-order',
      label: t('orderForm.title'),
      onClick: () => {
        uiStore.setState({ planMode: 'order' });
        showWorkspace('plan');
      },
    },
    { id: 'hand-over', label: t('handover.make.open'), onClick: handOver },
    { id: 'open-package', label: t('handover.open.open'), onClick: () => openPackage() },
    { id: 'prepared', label: t('shell.prepared'), onClick: showPrepared },
    {
      id: 'make-tasks',
      label: t('prepared.makeSelected'),
      onClick() {
        showWorkspace('places');
        const { chosen } = placeStore.getState();
        if (chosen.size > 0) makeFromPlaces(chosen);
      },
    },
    ...(scope
      ? [
          {
            id: 'sync',
            label: t('shell.syncNow'),
            onClick: () => act(() => client.tasking.sync({ scope })),
          },
          {
            id: 'sync-orders',
            label: t('orders.syncNow'),
            onClick: () => act(() => client.orders.sync({ scope })),
          },
          {
            id: 'release-drafts',
            label: t('outbox.sendDrafts'),
            onClick: () => {
              showWorkspace('outbox');
              act(() => reviewDrafts(client, scope));
            },
          },
          {
            id: 'hold-all',
            label: t('outbox.allToDrafts'),
            onClick: () => act(() => moveAllToDrafts(client, scope)),
          },
        ]
      : []),
    ...(isListShown
      ? [
          { id: 'export', label: t('export.open'), onClick: () => void openOutput('file') },
          { id: 'field-sheet', label: t('fieldSheet.open'), onClick: () => void openOutput('sheet') },
        ]
      : []),
    {
      id: 'digest',
      label: t('tracking.digest.title'),
      onClick() {
        showMap();
        uiStore.setState({ changeFeed: 'open' });
      },
    },
    {
      id: 'past-notices',
      label: t('tracking.pastNotices.title'),
      onClick() {
        showMap();
        uiStore.setState({ changeFeed: 'notices' });
      },
    },
    {
      id: 'contract',
      label: t('shell.command.contract'),
      onClick: () => uiStore.setState({ contractPicker: true }),
    },
  ];
}

/** Returns the commands that show the saved views of the lists. */
export function useViewCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const act = useAct();
  const views = useQuery(useApi().query.views.list.queryOptions()).data ?? [];
  return views.flatMap((view) => {
    const { viewId, name, list } = view;
    if (!isWorkspace(list)) return [];
    return {
      id: `view-${viewId}`,
      label: t('views.open', { name, list: t(`shell.workspace.${list}`) }),
      onClick: () => act(async () => (await import('./open-view.ts')).openView(view)),
    };
  });
}

/** Returns the commands that open workspaces and their views, and those that are always available. */
export function useWindowCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const library = useLibraryCommands();
  return [
    ...workspaces.map((workspace) => ({
      id: `workspace-${workspace}`,
      label: t('shell.command.show', { workspace: t(`shell.workspace.${workspace}`) }),
      onClick: () => showWorkspace(workspace),
    })),
    ...timelineViews.map((view) => ({
      id: `timeline-${view}`,
      label: t('shell.command.show', { workspace: t(`timeline.views.${view}`) }),
      onClick: () => {
        timelineStore.setState({ view });
        showWorkspace('timeline');
      },
    })),
    {
      id: 'pause-all',
      label: t('shell.command.pauseAll'),
      onClick: () => act(() => client.delivery.pauseAll()),
    },
    {
      id: 'resume-all',
      label: t('shell.command.resumeAll'),
      onClick: () => act(() => client.delivery.resumeAll()),
    },
    {
      id: 'find-place',
      label: t('shell.command.findPlace'),
      onClick: () => setTimeout(findPlace, focusReturnedMs),
    },
    ...library,
  ];
}

/** Returns the commands for the connection, coordinates, theme and language. */
export function usePreferenceCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const connections = useConnections();
  return [
    ...connections.map((connection) => ({
      id: `connection-${connection.id}`,
      label: t('shell.command.connection', { name: connection.name }),
      onClick: () => {
        clearMapSelection();
        act(() => client.connections.activate({ id: connection.id }));
      },
    })),
    ...coordinateFormats.map((coordinateFormat) => ({
      id: `coordinates-${coordinateFormat}`,
      label: t('shell.command.coordinates', { format: t(`settings.coordinateFormat.${coordinateFormat}`) }),
      onClick: () => act(() => client.settings.set({ coordinateFormat })),
    })),
    ...(['dark', 'light', 'system'] as const).map((theme) => ({
      id: `theme-${theme}`,
      label: t('shell.command.theme', { theme: t(`settings.theme.${theme}`) }),
      onClick: () => act(() => client.settings.set({ theme })),
    })),
    ...[...languageSchema.options, 'system' as const].map((language) => ({
      id: `language-${language}`,
      label: t('shell.command.language', { language: t(`settings.language.${language}`) }),
      onClick: () => act(() => client.settings.set({ language })),
    })),
  ];
}

/** Returns the commands for the request log, the support bundle and the shortcuts. */
export function useHelpCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  return [
    { id: 'requests', label: t('activity.show'), onClick: () => showSettings('requests') },
    {
      id: 'support',
      label: t('activity.support.make'),
      onClick() {
        showSettings('support');
        act(() => createBundle(client));
      },
    },
    { id: 'keys', label: t('shell.keys'), onClick: showShortcuts },
  ];
}
