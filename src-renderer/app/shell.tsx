import { Center, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { lazy, memo, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useActiveScope, useApi, useSettings } from '../client/api.tsx';
import type { ConnectionState, MainConnection } from '../client/connect.ts';
import { setLanguage, systemLanguage } from '../i18n/i18n.ts';
import { select, useSelected } from '../state/selection.ts';
import { timelineStore } from '../state/timeline-store.ts';
import { isWorkspace, uiStore, type Workspace } from '../state/ui-store.ts';
import { DigestPanel } from '../subjects/tracking/digest-panel.tsx';
import { TrackingNotices } from '../subjects/tracking/tracking-notices.tsx';
import { Busy } from '../ui/busy.tsx';
import { FileDrops } from '../ui/file-drop.ts';
import { PaneErrorBoundary } from '../ui/pane-error-boundary.tsx';
import classes from '../ui/panes.module.css';
import { focusList } from '../ui/panes.ts';
import { TasksWorkspace } from '../workspaces/tasks/tasks-workspace.tsx';
import { Commands } from './commands.tsx';
import { ContractPicker } from './contract-picker.tsx';
import { KeptSelection } from './kept-selection.tsx';
import { KeySheet } from './key-sheet.tsx';
import { Notices } from './notices.tsx';
import { Rail } from './rail.tsx';
import { Splitter, usePaneWidth } from './splitter.tsx';
import { StatusBar } from './status-bar.tsx';
import { useBatchNotice } from './use-batch-notice.ts';

/** On its way while main is still being asked: every start needs the map. A failure is shown where it is drawn. */
const mapModule = import('../map/map-pane.tsx');
mapModule.catch(() => undefined);
const MapPane = memo(lazy(() => mapModule.then((module) => ({ default: module.MapPane }))));
const PlanWorkspace = lazy(() =>
  import('../workspaces/plan/plan-workspace.tsx').then((module) => ({ default: module.PlanWorkspace })),
);
const OrdersWorkspace = lazy(() =>
  import('../workspaces/orders/orders-workspace.tsx').then((module) => ({ default: module.OrdersWorkspace })),
);
const OrderDetailsPane = lazy(() =>
  import('../subjects/order/order-details.tsx').then((module) => ({ default: module.OrderDetailsPane })),
);
const TimelineWorkspace = lazy(() =>
  import('../workspaces/timeline/timeline-workspace.tsx').then((module) => ({
    default: module.TimelineWorkspace,
  })),
);
const TimelineStage = lazy(() =>
  import('../workspaces/timeline/timeline-stage.tsx').then((module) => ({ default: module.TimelineStage })),
);
const EntryDetailsPane = lazy(() =>
  import('../subjects/moment/entry-details.tsx').then((module) => ({ default: module.EntryDetailsPane })),
);
const OutboxWorkspace = lazy(() =>
  import('../workspaces/outbox/outbox-workspace.tsx').then((module) => ({ default: module.OutboxWorkspace })),
);
const CommandDetailsPane = lazy(() =>
  import('../subjects/command/command-details.tsx').then((module) => ({
    default: module.CommandDetailsPane,
  })),
);
const LibraryWorkspace = lazy(() =>
  import('../workspaces/library/library-workspace.tsx').then((module) => ({
    default: module.LibraryWorkspace,
  })),
);
const BillsWorkspace = lazy(() =>
  import('../workspaces/bills/bills-workspace.tsx').then((module) => ({ default: module.BillsWorkspace })),
);
const DownloadsWorkspace = lazy(() =>
  import('../workspaces/downloads/downloads-workspace.tsx').then((module) => ({
    default: module.DownloadsWorkspace,
  })),
);
const SettingsWorkspace = lazy(() =>
  import('../workspaces/settings/settings-workspace.tsx').then((module) => ({
    default: module.SettingsWorkspace,
  })),
);
const TaskDetailsPane = lazy(() =>
  import('../subjects/task/task-details.tsx').then((module) => ({ default: module.TaskDetailsPane })),
);
const SceneDetailsPane = lazy(() =>
  import('../subjects/scene/scene-details.tsx').then((module) => ({ default: module.SceneDetailsPane })),
);

const ListPane = memo(function ListPane({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const { width, handle } = usePaneWidth({
    name: 'listWidth',
    usual: 400,
    least: 300,
    most: 640,
    side: 'right',
  });
  return (
    <>
      <section
        className={classes.listPane}
        style={{ width }}
        aria-label={t(`shell.workspace.${workspace}`)}
        data-pane="list"
      >
        <PaneErrorBoundary key={workspace}>
          <Suspense fallback={<Waiting />}>
            {workspace === 'plan' && <PlanWorkspace />}
            {workspace === 'tasks' && <TasksWorkspace />}
            {workspace === 'orders' && <OrdersWorkspace />}
            {workspace === 'timeline' && <TimelineWorkspace />}
            {workspace === 'outbox' && <OutboxWorkspace />}
            {workspace === 'library' && <LibraryWorkspace />}
            {workspace === 'downloads' && <DownloadsWorkspace />}
          </Suspense>
        </PaneErrorBoundary>
      </section>
      <Splitter label={t('shell.resizeList')} handle={handle} />
    </>
  );
});

const DetailsPane = memo(function DetailsPane({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const { width, handle } = usePaneWidth({
    name: 'detailsWidth',
    usual: 372,
    least: 300,
    most: 680,
    side: 'left',
  });
  const taskId = useSelected('task');
  const sceneId = useSelected('scene');
  const orderId = useSelected('order');
  const commandId = useSelected('command');
  const task = (workspace === 'tasks' || workspace === 'plan') && taskId !== null;
  const scene = (workspace === 'library' || workspace === 'downloads') && sceneId !== null;
  const order = workspace === 'orders' && orderId !== null;
  const chosen = useSelected('moment');
  const entry = workspace === 'timeline' ? chosen : null;
  const command = workspace === 'outbox' && commandId !== null;
  if (!task && !scene && !order && !entry && !command) return null;
  const onKeyDown = (event: React.KeyboardEvent) => {
    // A menu or dialog of this pane lies elsewhere in the document and has its own Escape.
    if (event.key !== 'Escape' || event.defaultPrevented || !within(event)) return;
    if (entry) select('moment', null);
    else if (command) select('command', null);
    else if (order) select('order', null);
    else select(task ? 'task' : 'scene', null);
    focusList();
  };
  return (
    <>
      <Splitter label={t('shell.resizeDetails')} handle={handle} />
      <aside
        className={classes.detailsPane}
        style={{ width }}
        aria-label={t('shell.details')}
        data-pane="details"
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <PaneErrorBoundary
          key={
            entry?.key ??
            (command
              ? `command ${commandId}`
              : order
                ? `order ${orderId}`
                : task
                  ? `task ${taskId}`
                  : `scene ${sceneId}`)
          }
        >
          <Suspense fallback={<Waiting />}>
            {task && taskId !== null && <TaskDetailsPane taskId={taskId} />}
            {command && <CommandDetailsPane id={commandId} />}
            {order && <OrderDetailsPane orderId={orderId} />}
            {entry && <EntryDetailsPane entry={entry} />}
            {scene && sceneId !== null && <SceneDetailsPane librarySceneId={sceneId} />}
          </Suspense>
        </PaneErrorBoundary>
      </aside>
    </>
  );
});

function within(event: React.KeyboardEvent): boolean {
  return event.target instanceof Node && event.currentTarget.contains(event.target);
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Center h="100%" mih={80}>
      <Busy size={22} label={t('common.loading')} />
    </Center>
  );
}

/** Opens where it was left, and remembers where it is. */
function KeptWorkspace() {
  const { client } = useApi();
  const settings = useSettings();
  const workspace = useStore(uiStore, (state) => state.workspace);
  const known = useRef<Workspace | null>(null);
  useEffect(() => {
    if (!settings) return;
    if (known.current === null) {
      const kept = settings.workspace.workspace;
      // What the user chose before the settings arrived stands.
      const first = isWorkspace(kept) && workspace === uiStore.getInitialState().workspace ? kept : workspace;
      known.current = first;
      uiStore.setState({ workspace: first });
      return;
    }
    const current = uiStore.getState().workspace;
    if (known.current === current) return;
    known.current = current;
    client.settings.set({ workspace: { workspace: current } }).catch(() => undefined);
  }, [client, settings, workspace]);
  return null;
}

/** Theme and language as the settings say. */
function Appearance() {
  const settings = useSettings();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = settings?.theme === 'system' ? 'auto' : settings?.theme;
  const language = settings?.language;
  useEffect(() => {
    // The kit's setter is a new one with each render; to set what holds already costs the style of the whole document and a new map.
    if (scheme !== undefined && scheme !== colorScheme) setColorScheme(scheme);
  }, [scheme, colorScheme, setColorScheme]);
  useEffect(() => {
    if (language) void setLanguage(language === 'system' ? systemLanguage(navigator.languages) : language);
  }, [language]);
  return null;
}

function BatchNotice() {
  useBatchNotice();
  return null;
}

/** List, map and details, or what fills the window. The map stays alive behind these. */
function Panes() {
  const { t } = useTranslation();
  const chosen = useStore(uiStore, (state) => state.workspace);
  // A long list takes a while to be drawn: the rail answers at once, and the panes follow without holding up the page.
  const workspace = useDeferredValue(chosen);
  const panes = workspace !== 'settings' && workspace !== 'bills';
  const scope = useActiveScope();
  const timelineView = useDeferredValue(useStore(timelineStore, (each) => each.view));
  // The calendar and the plot stand in the place of the map, which stays alive.
  const covered = workspace === 'timeline' && timelineView !== 'map' && scope !== null;
  return (
    <>
      {!panes && (
        <div className={classes.full} data-pane={workspace}>
          <PaneErrorBoundary>
            <Suspense fallback={<Waiting />}>
              {workspace === 'bills' ? <BillsWorkspace /> : <SettingsWorkspace />}
            </Suspense>
          </PaneErrorBoundary>
        </div>
      )}
      <div
        className={classes.panes}
        style={panes ? undefined : { display: 'none' }}
        data-workspace={workspace}
      >
        {panes && <ListPane workspace={workspace} />}
        <section
          className={classes.mapPane}
          aria-label={covered ? t('shell.workspace.timeline') : t('map.title')}
          data-pane="map"
        >
          <div className={classes.mapHolder} style={covered ? { display: 'none' } : undefined}>
            <PaneErrorBoundary>
              <Suspense fallback={<Waiting />}>
                <MapPane />
              </Suspense>
            </PaneErrorBoundary>
          </div>
          {workspace === 'timeline' && (
            <PaneErrorBoundary key={timelineView}>
              <Suspense fallback={<Waiting />}>
                <TimelineStage />
              </Suspense>
            </PaneErrorBoundary>
          )}
          <DigestPanel />
        </section>
        {panes && <DetailsPane workspace={workspace} />}
      </div>
    </>
  );
}

/** The window: rail, panes, status. It asks for no state that moves, or all of it would be drawn again each time. */
export function Shell({ connection }: { connection: MainConnection }) {
  const { t } = useTranslation();
  const [state, setState] = useState<ConnectionState>('connecting');
  useEffect(() => connection.onState(setState), [connection]);
  return (
    <div className={classes.frame}>
      <KeptWorkspace />
      <KeptSelection />
      <Appearance />
      <BatchNotice />
      <Rail />
      <main className={classes.main}>
        <VisuallyHidden>
          <h1>{t('shell.name')}</h1>
        </VisuallyHidden>
        <Notices />
        <Panes />
      </main>
      <StatusBar connection={state} />
      <ContractPicker />
      <KeySheet />
      <Commands />
      <TrackingNotices />
      <FileDrops />
    </div>
  );
}
