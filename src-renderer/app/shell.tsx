import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { HandoverDialogs } from '../features/packages/handover-dialogs.tsx';
import { ChangeFeedPanel } from '../features/timeline/tracking/change-feed-panel.tsx';
import { TrackingNotices } from '../features/timeline/tracking/tracking-notices.tsx';
import { useActiveScope } from '../kit/client/api.tsx';
import type { ConnectionState, MainConnection } from '../kit/client/connect.ts';
import { closeDetailsByKey } from '../kit/lists/close-details.ts';
import type { DeclaredSubject } from '../kit/lists/subject.ts';
import { foldsStore, toggleFold } from '../kit/state/folds-store.ts';
import { fullMapStore } from '../kit/state/full-map.ts';
import { mapStore } from '../kit/state/map-store.ts';
import { mapWindowStore } from '../kit/state/map-window.ts';
import { timelineStore } from '../kit/state/timeline-store.ts';
import { uiStore, type Workspace } from '../kit/state/ui-store.ts';
import { PaneErrorBoundary } from '../kit/ui/pane-error-boundary.tsx';
import classes from '../kit/ui/panes.module.css';
import { giveArrowsToList } from '../kit/ui/panes.ts';
import { useOnceTrue } from '../kit/ui/use-once-true.ts';
import { usePreventPageSelection } from '../kit/ui/use-row-keys.ts';
import { Appearance } from './appearance.tsx';
import { Commands } from './commands.tsx';
import { ContractPicker } from './contract-picker.tsx';
import { ListOutputs } from './list-outputs.tsx';
import { MapPart } from './map-part.tsx';
import { MapElsewhere } from './map-window/map-elsewhere.tsx';
import { useMapWindowLink } from './map-window/use-map-window-link.ts';
import { Notices } from './notices.tsx';
import { Rail } from './rail.tsx';
import { SavedSelection } from './saved-selection.tsx';
import { SavedWorkspace } from './saved-workspace.tsx';
import { Keys } from './shortcuts.tsx';
import { Splitter, usePaneWidth } from './splitter.tsx';
import { StatusBar } from './status-bar.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { useBatchNotice } from './use-batch-notice.ts';
import { useSavedFolds } from './use-saved-folds.ts';
import { Waiting } from './waiting.tsx';
import { workspaceRegistry } from './workspace-registry.tsx';

const NominalFootprints = lazy(() =>
  import('../features/tasks/nominal-footprints.tsx').then((module) => ({
    default: module.NominalFootprints,
  })),
);
const PlacesAddedOnMap = lazy(() =>
  import('../features/places/places-added-on-map.tsx').then((module) => ({
    default: module.PlacesAddedOnMap,
  })),
);
const Drops = lazy(() => import('./drops.tsx').then((module) => ({ default: module.Drops })));

interface FoldStripProps {
  pane: 'list' | 'details';
  isFolded: boolean;
}

/** The button between the map and a pane that folds the pane, or opens it again. */
function FoldStrip({ pane, isFolded }: FoldStripProps) {
  const { t } = useTranslation();
  const isList = pane === 'list';
  const open = isList ? t('shell.openList') : t('shell.openDetails');
  const fold = isList ? t('shell.foldList') : t('shell.foldDetails');
  const label = isFolded ? open : fold;
  const Arrow = isFolded === isList ? IconChevronRight : IconChevronLeft;
  return (
    <Tooltip label={label} position={isList ? 'right' : 'left'}>
      <UnstyledButton
        className={classes.foldButton}
        aria-label={label}
        aria-expanded={!isFolded}
        onClick={() => toggleFold(pane)}
      >
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}

const ListPane = memo(function ListPane({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const { Pane } = workspaceRegistry[workspace];
  const { width, handle } = usePaneWidth({
    name: 'listWidth',
    defaultPx: 400,
    minPx: 300,
    maxPx: 640,
    side: 'right',
  });
  const isListFolded = useStore(foldsStore, ({ folded }) => folded.has('list'));
  const isMapElsewhere = useStore(mapWindowStore, ({ place }) => place === 'elsewhere');
  // The form of an order is all that Plan has, and without the map the list is what is left.
  const canFold = workspace !== 'plan' && !isMapElsewhere;
  const isFolded = isListFolded && canFold;
  return (
    <>
      <section
        className={classes.listPane}
        // A folded list stays mounted, because its search and its selection stay.
        style={{ width, display: isFolded ? 'none' : undefined }}
        aria-label={t(`shell.workspace.${workspace}`)}
        data-pane={isFolded ? undefined : 'list'}
      >
        <PaneErrorBoundary key={workspace}>
          <Suspense fallback={<Waiting />}>
            <Pane />
          </Suspense>
        </PaneErrorBoundary>
      </section>
      {!isFolded && <Splitter label={t('shell.resizeList')} handle={handle} />}
      {canFold && <FoldStrip pane="list" isFolded={isFolded} />}
    </>
  );
});

const DetailsPane = memo(function DetailsPane({ subject }: { subject: DeclaredSubject }) {
  const { t } = useTranslation();
  const { width, handle } = usePaneWidth({
    name: 'detailsWidth',
    defaultPx: 372,
    minPx: 300,
    maxPx: 680,
    side: 'left',
  });
  const details = subject.useDetails();
  const isFolded = useStore(foldsStore, ({ folded }) => folded.has('details'));
  if (details === null) return null;
  const onKeyDown = (event: React.KeyboardEvent) => {
    // A menu or dialog of this pane is elsewhere in the document and handles Escape itself.
    if (event.key !== 'Escape' || event.defaultPrevented || !within(event)) return;
    closeDetailsByKey(subject.subject);
  };
  return (
    <div className={classes.detailsSide}>
      <FoldStrip pane="details" isFolded={isFolded} />
      {!isFolded && <Splitter label={t('shell.resizeDetails')} handle={handle} />}
      <aside
        className={classes.detailsPane}
        // Folded details stay mounted, because a form in them may be half filled in.
        style={{ width, display: isFolded ? 'none' : undefined }}
        aria-label={t('shell.details')}
        data-pane={isFolded ? undefined : 'details'}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <PaneErrorBoundary key={details.key}>
          <Suspense fallback={<Waiting />}>{details.pane}</Suspense>
        </PaneErrorBoundary>
      </aside>
    </div>
  );
});

function within(event: React.KeyboardEvent): boolean {
  return event.target instanceof Node && event.currentTarget.contains(event.target);
}

function SavedFolds() {
  useSavedFolds();
  return null;
}

function BatchNotice() {
  useBatchNotice();
  return null;
}

/** Adds places of the map to the lists; its code is loaded with the first one. */
function AddedPlaces() {
  const isAsked = useStore(mapStore, ({ placeToAdd }) => placeToAdd !== null);
  return useOnceTrue(isAsked) ? (
    <Suspense>
      <PlacesAddedOnMap />
    </Suspense>
  ) : null;
}

/** A part beside the panes: if it fails, its error is shown above the window, and all else stays. */
function FloatingPart({ children }: { children: ReactNode }) {
  return <PaneErrorBoundary isFloating>{children}</PaneErrorBoundary>;
}

/** Shows list, map and details, or a workspace that fills the window. The map stays mounted behind it. */
function Panes() {
  const { t } = useTranslation();
  const chosen = useStore(uiStore, (state) => state.workspace);
  // A long list takes a while to render: the rail reacts at once, and the panes follow without blocking the page.
  const workspace = useDeferredValue(chosen);
  const { Pane, fillsWindow, details, Stage } = workspaceRegistry[workspace];
  const panes = !fillsWindow;
  const scope = useActiveScope();
  const timelineView = useDeferredValue(useStore(timelineStore, (each) => each.view));
  // The calendar and the plot cover the map, which stays mounted.
  const covered = workspace === 'timeline' && timelineView !== 'map' && scope !== null;
  const isMapElsewhere = useStore(mapWindowStore, ({ place }) => place === 'elsewhere');
  return (
    <>
      {isMapElsewhere && <MapElsewhere />}
      {!panes && (
        <div className={classes.full} data-pane={workspace}>
          <PaneErrorBoundary>
            <Suspense fallback={<Waiting />}>
              <Pane />
            </Suspense>
          </PaneErrorBoundary>
        </div>
      )}
      <div
        className={classes.panes}
        style={panes ? undefined : { display: 'none' }}
        data-workspace={workspace}
        data-map-elsewhere={isMapElsewhere || undefined}
      >
        {panes && <ListPane workspace={workspace} />}
        <section
          className={classes.mapPane}
          aria-label={covered ? t('shell.workspace.timeline') : t('map.title')}
          data-pane="map"
        >
          {!isMapElsewhere && (
            <div className={classes.mapHolder} style={covered ? { display: 'none' } : undefined}>
              <MapPart />
            </div>
          )}
          {Stage && (
            <PaneErrorBoundary key={timelineView}>
              <Suspense fallback={<Waiting />}>
                <Stage />
              </Suspense>
            </PaneErrorBoundary>
          )}
          <FloatingPart>
            <ChangeFeedPanel />
          </FloatingPart>
        </section>
        {details && (
          <FloatingPart key={details.subject}>
            <DetailsPane subject={details} />
          </FloatingPart>
        )}
      </div>
    </>
  );
}

/**
 * The window: rail, panes and status bar. It subscribes to no state that changes often, because each change would
 * render everything again.
 */
export function Shell({ connection }: { connection: MainConnection }) {
  const { t } = useTranslation();
  const [state, setState] = useState<ConnectionState>('connecting');
  useEffect(() => connection.onState(setState), [connection]);
  usePreventPageSelection();
  useEffect(() => {
    document.addEventListener('keydown', giveArrowsToList);
    return () => document.removeEventListener('keydown', giveArrowsToList);
  }, []);
  useMapWindowLink();
  const isMapFull = useStore(fullMapStore, ({ isFull }) => isFull);
  return (
    <div className={classes.frame} data-map-full={isMapFull || undefined}>
      <FloatingPart>
        <SavedWorkspace />
        <SavedSelection />
        <SavedFolds />
        <Appearance />
        <BatchNotice />
        <AddedPlaces />
      </FloatingPart>
      <FloatingPart>
        <Suspense>
          <NominalFootprints />
        </Suspense>
      </FloatingPart>
      <FloatingPart>
        <Rail />
      </FloatingPart>
      <main className={classes.main}>
        <VisuallyHidden>
          <h1>{t('shell.name')}</h1>
        </VisuallyHidden>
        <FloatingPart>
          <Notices />
          <UpdateNotice />
        </FloatingPart>
        <Panes />
      </main>
      <FloatingPart>
        <StatusBar connection={state} />
      </FloatingPart>
      <FloatingPart>
        <ContractPicker />
      </FloatingPart>
      <FloatingPart>
        <Keys />
      </FloatingPart>
      <FloatingPart>
        <Commands />
      </FloatingPart>
      <FloatingPart>
        <ListOutputs />
      </FloatingPart>
      <FloatingPart>
        <HandoverDialogs />
      </FloatingPart>
      <FloatingPart>
        <TrackingNotices />
      </FloatingPart>
      <FloatingPart>
        <Suspense fallback={null}>
          <Drops />
        </Suspense>
      </FloatingPart>
    </div>
  );
}
