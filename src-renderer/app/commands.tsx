import { useHotkeys } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useActiveScope, useApi, useConnections, useSettings } from '../client/api.tsx';
import { coordinateFormats, formatCoordinate } from '../i18n/coordinates.ts';
import { parseCoordinate } from '../i18n/read-place.ts';
import {
  clearMapSelection,
  mapStore,
  takeRasterAway,
  wholeWorld,
  zoomToBox,
  zoomToPoint,
} from '../state/map-store.ts';
import { makeBundle } from '../state/support-store.ts';
import { timelineStore, timelineViews } from '../state/timeline-store.ts';
import { showSettings, showWorkspace, uiStore, workspaces } from '../state/ui-store.ts';
import { holdAll, reviewDrafts } from '../subjects/command/outbox-store.ts';
import { focusNextPane } from '../ui/panes.ts';
import { useAct } from '../ui/use-act.ts';
import { useFound } from './use-found.ts';

/** The workspace that covers the map gives way to one beside it. */
function showMap() {
  const { workspace } = uiStore.getState();
  if (workspace === 'settings' || workspace === 'bills') showWorkspace('tasks');
  if (workspace === 'timeline') timelineStore.setState({ view: 'map' });
}

const showKeys = () => uiStore.setState({ keySheet: true });
const chooseContract = () => uiStore.setState({ contractPicker: true });

const wordless = ['checkbox', 'radio', 'range', 'button'];

/** Where letters look for a row: a list, a table, a menu. */
const lists = '[role="listbox"], [role="list"], [role="grid"], [role="tree"], [role="menu"]';

/**
 * A letter is a command except where it is written or where people expect it to look for a row. The kit would except
 * switches and radio buttons as well, which take no letters.
 */
function outsideOfText(run: () => void, isOn: boolean) {
  return (event: KeyboardEvent) => {
    const { target } = event;
    if (!isOn) return;
    if (target instanceof Element && target.closest(lists) !== null) return;
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return;
    if (target instanceof HTMLInputElement && !wordless.includes(target.type)) return;
    event.preventDefault();
    run();
  };
}

/** Ctrl+K reaches every command; a typed coordinate is one too. */
export function Commands() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const scope = useActiveScope();
  const connections = useConnections();
  const settings = useSettings();
  const format = settings?.coordinateFormat ?? 'dd';
  const singleKeys = settings?.workspace.singleKeys !== false;
  const [text, setText] = useState('');
  const found = useFound(text);

  const newTask = () => {
    uiStore.setState({ planMode: 'task' });
    showWorkspace('plan');
    // Without a contract there is no form that could take the place.
    if (scope) mapStore.setState({ picking: true });
  };

  useHotkeys(
    [
      ['N', outsideOfText(newTask, singleKeys), { preventDefault: false }],
      ['?', outsideOfText(showKeys, singleKeys), { preventDefault: false }],
      ['shift+?', outsideOfText(showKeys, singleKeys), { preventDefault: false }],
    ],
    [],
  );
  // Also from within a field: none of these writes a letter.
  useHotkeys(
    [
      ['F6', () => focusNextPane(1)],
      ['shift+F6', () => focusNextPane(-1)],
      ...workspaces.map((workspace, index): [string, () => void] => [
        `alt+${index + 1}`,
        () => showWorkspace(workspace),
      ]),
    ],
    [],
  );

  const isRasterShown = useStore(mapStore, ({ shownRaster }) => shownRaster !== null);
  const place = parseCoordinate(text);
  const actions: SpotlightActionData[] = [
    ...(place
      ? [
          {
            id: 'go-to',
            label: t('shell.command.goTo', { place: formatCoordinate(place, format) }),
            keywords: text,
            onClick() {
              showMap();
              zoomToPoint(place);
            },
          },
        ]
      : []),
    { id: 'new-task', label: t('plan.title'), onClick: newTask },
    {
      id: 'new-order',
      label: t('orderForm.title'),
      onClick: () => {
        uiStore.setState({ planMode: 'order' });
        showWorkspace('plan');
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
            onClick: () => act(() => holdAll(client, scope)),
          },
        ]
      : []),
    {
      id: 'digest',
      label: t('tracking.digest.title'),
      onClick() {
        showMap();
        uiStore.setState({ digest: 'open' });
      },
    },
    { id: 'contract', label: t('shell.command.contract'), onClick: chooseContract },
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
      id: 'whole-world',
      label: t('map.wholeWorld'),
      onClick() {
        showMap();
        zoomToBox(wholeWorld);
      },
    },
    ...(isRasterShown ? [{ id: 'hide-raster', label: t('map.hideRaster'), onClick: takeRasterAway }] : []),
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
    ...(['en', 'es', 'system'] as const).map((language) => ({
      id: `language-${language}`,
      label: t('shell.command.language', { language: t(`settings.language.${language}`) }),
      onClick: () => act(() => client.settings.set({ language })),
    })),
    { id: 'requests', label: t('activity.show'), onClick: () => showSettings('requests') },
    {
      id: 'support',
      label: t('activity.support.make'),
      onClick() {
        showSettings('support');
        act(() => makeBundle(client));
      },
    },
    { id: 'keys', label: t('shell.keys'), onClick: showKeys },
    ...found,
  ];

  return (
    <Spotlight
      actions={actions}
      query={text}
      onQueryChange={setText}
      tagsToIgnore={[]}
      nothingFound={t('shell.command.none')}
      searchProps={{
        placeholder: t('shell.command.placeholder'),
        'aria-label': t('shell.command.placeholder'),
      }}
      attributes={{ content: { 'aria-label': t('shell.key.commands') } }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      scrollable
      maxHeight={420}
    />
  );
}
