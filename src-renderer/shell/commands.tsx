import { useHotkeys } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveScope, useApi, useConnections } from '../client/api.tsx';
import { formatCoordinate, parseCoordinate } from '../i18n/coordinates.ts';
import { clearMapSelection, mapStore, zoomToPoint } from '../state/map-store.ts';
import { showWorkspace, uiStore, workspaces } from '../state/ui-store.ts';

function newTask() {
  showWorkspace('plan');
  mapStore.setState({ picking: true });
}

/** Moves the focus to the next region of the window: rail, list, map, details, status. */
function nextPane() {
  const regions = [...document.querySelectorAll<HTMLElement>('nav, [data-pane]')];
  const current = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(current + 1) % regions.length];
  next?.querySelector<HTMLElement>('button, input, [tabindex="0"], a[href]')?.focus();
}

/** Ctrl+K reaches every command; a typed coordinate is one too. */
export function Commands() {
  const { t } = useTranslation();
  const { client } = useApi();
  const scope = useActiveScope();
  const connections = useConnections();
  const [text, setText] = useState('');

  useHotkeys([
    ['mod+K', spotlight.open],
    ['?', () => uiStore.setState({ keySheet: true })],
    ['shift+?', () => uiStore.setState({ keySheet: true })],
    ['N', newTask],
    ['F6', nextPane],
    ...workspaces.map((workspace, index): [string, () => void] => [`alt+${index + 1}`, () => showWorkspace(workspace)]),
  ]);

  const place = parseCoordinate(text);
  const actions: SpotlightActionData[] = [
    ...(place
      ? [{ id: 'go-to', label: t('shell.command.goTo', { place: formatCoordinate(place, 'dd') }), keywords: text, onClick: () => zoomToPoint(place) }]
      : []),
    { id: 'new-task', label: t('shell.command.newTask'), onClick: newTask },
    { id: 'sync', label: t('shell.command.sync'), onClick: () => void (scope && client.tasking.sync({ scope })) },
    { id: 'contract', label: t('shell.command.contract'), onClick: () => uiStore.setState({ contractPicker: true }) },
    ...workspaces.map((workspace) => ({
      id: `workspace-${workspace}`,
      label: t('shell.command.show', { workspace: t(`shell.workspace.${workspace}`) }),
      onClick: () => showWorkspace(workspace),
    })),
    ...connections.map((connection) => ({
      id: `connection-${connection.id}`,
      label: t('shell.command.connection', { name: connection.name }),
      onClick: () => {
        clearMapSelection();
        void client.connections.activate({ id: connection.id });
      },
    })),
    ...(['dark', 'light', 'system'] as const).map((theme) => ({
      id: `theme-${theme}`,
      label: t('shell.command.theme', { theme: t(`settings.theme.${theme}`) }),
      onClick: () => void client.settings.set({ theme }),
    })),
    ...(['en', 'es'] as const).map((language) => ({
      id: `language-${language}`,
      label: t('shell.command.language', { language: t(`settings.language.${language}`) }),
      onClick: () => void client.settings.set({ language }),
    })),
    { id: 'keys', label: t('shell.keys'), onClick: () => uiStore.setState({ keySheet: true }) },
  ];

  return (
    <Spotlight
      actions={actions}
      query={text}
      onQueryChange={setText}
      nothingFound={t('shell.command.none')}
      searchProps={{ placeholder: t('shell.command.placeholder'), 'aria-label': t('shell.command.placeholder') }}
      scrollable
      maxHeight={420}
    />
  );
}
