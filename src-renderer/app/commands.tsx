import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useSettings } from '../client/api.tsx';
import { closeFullMap, followFullScreen, fullMapStore } from '../state/full-map.ts';
import { mapWindowStore } from '../state/map-window.ts';
import { togglePixelTool, toggleValues } from '../state/pixels-store.ts';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import { openOutput } from '../subjects/export/export-store.ts';
import { haveOthersKeys, outsideOfText } from '../ui/outside-of-text.ts';
import { PaneErrorBoundary } from '../ui/pane-error-boundary.tsx';
import { focusNextPane } from '../ui/panes.ts';
import { findPlace, showShortcuts, useNewTask } from './key-commands.ts';
import { loadPaletteLater, paletteRequest, requestPalette } from './palette-store.ts';
import { useEarlyKeys } from './use-early-keys.ts';
import { useMapActions } from './use-map-actions.ts';
import { usePixelAction } from './use-pixel-action.ts';
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

  useHotkeys(
    [
      ['N', outsideOfText(newTask, singleKeys), { preventDefault: false }],
      ['M', outsideOfText(map.toggleMeasure, singleKeys), { preventDefault: false }],
      ['V', outsideOfText(pixels(toggleValues), singleKeys), { preventDefault: false }],
      [
        'L',
        outsideOfText(
          pixels(() => togglePixelTool('profile')),
          singleKeys,
        ),
        { preventDefault: false },
      ],
      [
        'R',
        outsideOfText(
          pixels(() => togglePixelTool('area')),
          singleKeys,
        ),
        { preventDefault: false },
      ],
      ['shift+F', outsideOfText(map.toggleFull, singleKeys), { preventDefault: false }],
      ['Escape', leaveFullMap, { preventDefault: false }],
      ['A', outsideOfText(map.allMarks, singleKeys), { preventDefault: false }],
      ['S', outsideOfText(map.selection, singleKeys), { preventDefault: false }],
      ['P', outsideOfText(map.project, singleKeys), { preventDefault: false }],
      ['alt+ArrowLeft', outsideOfFields(map.back), { preventDefault: false }],
      ['alt+ArrowRight', outsideOfFields(map.forward), { preventDefault: false }],
      ['/', outsideOfText(findPlace, singleKeys), { preventDefault: false }],
      ['shift+/', outsideOfText(findPlace, singleKeys), { preventDefault: false }],
      ['?', outsideOfText(showShortcuts, singleKeys), { preventDefault: false }],
      ['shift+?', outsideOfText(showShortcuts, singleKeys), { preventDefault: false }],
    ],
    [],
  );
  const hasLists = useStore(mapWindowStore, ({ place }) => place !== 'alone');
  const ofLists: HotkeyItem[] = [
    ['mod+shift+E', () => openOutput('file')],
    // While a page to print is open, its button has this key.
    ['mod+P', () => openOutput('sheet')],
  ];
  // These also work inside a field, because none of them types a letter.
  useHotkeys(
    [
      ['mod+K', requestPalette],
      ['F6', () => focusNextPane(1)],
      ['shift+F6', () => focusNextPane(-1)],
      ...(hasLists ? ofLists : []),
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
