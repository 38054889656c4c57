import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useSettings } from '../kit/client/api.tsx';
import { openOutput } from '../kit/export/export-store.ts';
import { closeFullMap, followFullScreen, fullMapStore } from '../kit/state/full-map.ts';
import { mapWindowStore } from '../kit/state/map-window.ts';
import { togglePixelTool, toggleValues } from '../kit/state/pixels-store.ts';
import { showWorkspace, uiStore } from '../kit/state/ui-store.ts';
import { haveOthersKeys, outsideOfText } from '../kit/ui/outside-of-text.ts';
import { PaneErrorBoundary } from '../kit/ui/pane-error-boundary.tsx';
import { focusNextPane } from '../kit/ui/panes.ts';
import { findPlace, showShortcuts, useNewTask } from './key-commands.ts';
import { loadPaletteLater, paletteRequest, requestPalette } from './palette-store.ts';
import { useEarlyKeys } from './use-early-keys.ts';
import { useMapActions } from './use-map-actions.ts';
import { usePixelAction } from './use-pixel-action.ts';
import { type WindowAction, windowActionNames, windowActions } from './window-actions.ts';
import { digitOf, workspaceRegistry, workspaces } from './workspace-registry.tsx';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

/** Runs a command except where another part of the page has the keys: in text fields they move the cursor. */
function outsideOfFields(run: () => void) {
  return (event: KeyboardEvent) => {
    if (haveOthersKeys(event.target)) return;
    event.preventDefault();
    run();
  };
}

/** Shows the whole window again, if nothing else uses the key. A browser in full screen does the same without telling the page the key. */
function leaveFullMap(event: KeyboardEvent) {
  if (fullMapStore.getState().isFull && !event.defaultPrevented && !haveOthersKeys(event.target))
    closeFullMap();
}

/** Shows the whole window again when a workspace without a map is opened, until the returned function is called. */
function endFullMapWithoutMap(): () => void {
  return uiStore.subscribe(({ workspace }) => {
    if (fullMapStore.getState().isFull && workspaceRegistry[workspace].fillsWindow) closeFullMap();
  });
}

/** The actions that a window with the map alone does not have. */
const ofLists: ReadonlySet<WindowAction> = new Set(['export', 'fieldSheet']);

/** Handles the keys of the window; Ctrl+K opens the command palette. */
export function Commands() {
  const singleKeys = useSettings()?.workspace.singleKeys !== false;
  const newTask = useNewTask();
  const map = useMapActions();
  const pixels = usePixelAction();
  const isPaletteLoaded = useStore(paletteRequest, ({ wasRequested }) => wasRequested);
  useEarlyKeys();
  useEffect(loadPaletteLater, []);
  useEffect(followFullScreen, []);
  useEffect(endFullMapWithoutMap, []);

  const hasLists = useStore(mapWindowStore, ({ place }) => place !== 'alone');
  const runs: Readonly<Record<WindowAction, () => void>> = {
    palette: requestPalette,
    newTask,
    findPlace,
    nextPane: () => focusNextPane(1),
    previousPane: () => focusNextPane(-1),
    allMarks: map.allMarks,
    toSelection: map.selection,
    toProject: map.project,
    viewBack: map.back,
    viewForward: map.forward,
    fullMap: map.toggleFull,
    measure: map.toggleMeasure,
    pixelValues: pixels(toggleValues),
    profile: pixels(() => togglePixelTool('profile')),
    areaStatistics: pixels(() => togglePixelTool('area')),
    export: () => openOutput('file'),
    fieldSheet: () => openOutput('sheet'),
    shortcuts: showShortcuts,
  };
  const offered = windowActionNames.filter((action) => hasLists || !ofLists.has(action));
  const bind = (action: WindowAction): HotkeyItem[] => {
    const { hotkeys, place } = windowActions[action];
    const run = runs[action];
    if (place === 'anywhere') return hotkeys.map((hotkey) => [hotkey, run]);
    const handler = place === 'letter' ? outsideOfText(run, singleKeys) : outsideOfFields(run);
    return hotkeys.map((hotkey) => [hotkey, handler, { preventDefault: false }]);
  };
  useHotkeys(
    [
      ...offered.flatMap(bind),
      ['Escape', leaveFullMap, { preventDefault: false }],
      ...workspaces.flatMap((workspace): [string, () => void][] => {
        const digit = digitOf(workspace);
        return digit === null ? [] : [[`alt+${digit}`, () => showWorkspace(workspace)]];
      }),
    ],
    [],
  );

  return isPaletteLoaded ? (
    <PaneErrorBoundary isFloating>
      <Suspense>
        <Palette />
      </Suspense>
    </PaneErrorBoundary>
  ) : null;
}
