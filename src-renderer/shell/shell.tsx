import { Center, Loader, useMantineColorScheme } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApi, useSettings } from '../client/api.tsx';
import type { ConnectionState, MainConnection } from '../client/connect.ts';
import { setLanguage, systemLanguage } from '../i18n/i18n.ts';
import { mapStore } from '../state/map-store.ts';
import { uiStore, type Workspace } from '../state/ui-store.ts';
import { TasksWorkspace } from '../workspaces/tasks/tasks-workspace.tsx';
import { Commands } from './commands.tsx';
import { ContractPicker } from './contract-picker.tsx';
import { KeySheet } from './key-sheet.tsx';
import { Notices } from './notices.tsx';
import { PaneErrorBoundary } from './pane-error-boundary.tsx';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { StatusBar } from './status-bar.tsx';

const MapPane = lazy(() => import('../map/map-pane.tsx').then((module) => ({ default: module.MapPane })));
const PlanWorkspace = lazy(() => import('../workspaces/plan/plan-workspace.tsx').then((module) => ({ default: module.PlanWorkspace })));
const LibraryWorkspace = lazy(() =>
  import('../workspaces/library/library-workspace.tsx').then((module) => ({ default: module.LibraryWorkspace })),
);
const DownloadsWorkspace = lazy(() =>
  import('../workspaces/downloads/downloads-workspace.tsx').then((module) => ({ default: module.DownloadsWorkspace })),
);
const SettingsWorkspace = lazy(() =>
  import('../workspaces/settings/settings-workspace.tsx').then((module) => ({ default: module.SettingsWorkspace })),
);
const TaskDetailsPane = lazy(() => import('../workspaces/tasks/task-details.tsx').then((module) => ({ default: module.TaskDetailsPane })));
const SceneDetailsPane = lazy(() =>
  import('../workspaces/library/scene-details.tsx').then((module) => ({ default: module.SceneDetailsPane })),
);

const listWidths = { least: 300, most: 640, step: 24 };

function ListPane({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const settings = useSettings();
  const kept = settings?.workspace.listWidth;
  const [width, setWidth] = useState<number | null>(null);
  const shown = width ?? (typeof kept === 'number' ? kept : 400);
  const clamp = (value: number) => Math.max(listWidths.least, Math.min(listWidths.most, value));
  const keep = (value: number) => {
    if (settings) void client.settings.set({ workspace: { ...settings.workspace, listWidth: value } });
  };
  const drag = (event: React.PointerEvent<HTMLButtonElement>) => {
    const from = event.clientX - shown;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => setWidth(clamp(moved.clientX - from));
    const end = (ended: PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      keep(clamp(ended.clientX - from));
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
  };
  return (
    <>
      <section className={classes.listPane} style={{ width: shown }} aria-label={t(`shell.workspace.${workspace}`)} data-pane="list">
        <PaneErrorBoundary key={workspace}>
          <Suspense fallback={<Waiting />}>
            {workspace === 'plan' && <PlanWorkspace />}
            {workspace === 'tasks' && <TasksWorkspace />}
            {workspace === 'library' && <LibraryWorkspace />}
            {workspace === 'downloads' && <DownloadsWorkspace />}
          </Suspense>
        </PaneErrorBoundary>
      </section>
      <button
        type="button"
        className={classes.splitter}
        aria-label={t('shell.resizeList')}
        onPointerDown={drag}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowLeft' ? -listWidths.step : event.key === 'ArrowRight' ? listWidths.step : 0;
          if (by === 0) return;
          setWidth(clamp(shown + by));
          keep(clamp(shown + by));
        }}
      />
    </>
  );
}

function DetailsPane({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const taskId = useStore(mapStore, (state) => state.selectedTaskId);
  const sceneId = useStore(mapStore, (state) => state.selectedSceneId);
  const task = (workspace === 'tasks' || workspace === 'plan') && taskId !== null;
  const scene = (workspace === 'library' || workspace === 'downloads') && sceneId !== null;
  if (!task && !scene) return null;
  return (
    <aside className={classes.detailsPane} aria-label={t('shell.details')} data-pane="details">
      <PaneErrorBoundary key={`${taskId} ${sceneId}`}>
        <Suspense fallback={<Waiting />}>
          {task && taskId !== null && <TaskDetailsPane taskId={taskId} />}
          {scene && sceneId !== null && <SceneDetailsPane librarySceneId={sceneId} />}
        </Suspense>
      </PaneErrorBoundary>
    </aside>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Center h="100%" mih={80}>
      <Loader size="sm" aria-label={t('common.loading')} />
    </Center>
  );
}

/** The window: rail, list, map, details, status. The map stays alive behind the settings. */
export function Shell({ connection }: { connection: MainConnection }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const workspace = useStore(uiStore, (state) => state.workspace);
  const [state, setState] = useState<ConnectionState>('connecting');
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => connection.onState(setState), [connection]);
  useEffect(() => {
    if (!settings) return;
    setColorScheme(settings.theme === 'system' ? 'auto' : settings.theme);
    void setLanguage(settings.language === 'system' ? systemLanguage(navigator.languages) : settings.language);
  }, [settings, setColorScheme]);
  const panes = workspace !== 'settings';
  return (
    <div className={classes.frame}>
      <Rail />
      <main className={classes.main} aria-label="Nadir">
        <Notices />
        {!panes && (
          <div className={classes.full} data-pane="settings">
            <PaneErrorBoundary>
              <Suspense fallback={<Waiting />}>
                <SettingsWorkspace />
              </Suspense>
            </PaneErrorBoundary>
          </div>
        )}
        <div className={classes.panes} style={panes ? undefined : { display: 'none' }}>
          {panes && <ListPane workspace={workspace} />}
          <section className={classes.mapPane} aria-label={t('map.title')} data-pane="map">
            <PaneErrorBoundary>
              <Suspense fallback={<Waiting />}>
                <MapPane />
              </Suspense>
            </PaneErrorBoundary>
          </section>
          {panes && <DetailsPane workspace={workspace} />}
        </div>
      </main>
      <StatusBar connection={state} />
      <ContractPicker />
      <KeySheet />
      <Commands />
    </div>
  );
}
