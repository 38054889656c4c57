import { useHotkeys } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../client/api.tsx';
import { useGazetteer } from '../gazetteer/gazetteer-store.ts';
import { togglePixelTool, toggleValues } from '../state/pixels-store.ts';
import { digitOf, showWorkspace, workspaces } from '../state/ui-store.ts';
import { exportStore, openOutput } from '../subjects/export/export-store.ts';
import { focusNextPane } from '../ui/panes.ts';
import {
  findPlace,
  showKeys,
  useHelpCommands,
  useNewTask,
  usePlaceCommands,
  usePreferenceCommands,
  useViewCommands,
  useWindowCommands,
  useWorkCommands,
} from './command-groups.ts';
import { usePixelAction } from './raster-commands.ts';
import { paletteStore, useEarlyKeys } from './use-early-keys.ts';
import { useFound } from './use-found.ts';
import { useFoundNames } from './use-found-names.ts';
import { useMapActions, useMapCommands } from './use-map-commands.ts';
import { useOwnMapCommands } from './use-own-map-commands.ts';

const wordless = ['checkbox', 'radio', 'range', 'button'];

/** Elements in which a letter may search for a row: lists, tables and menus. */
const lists = '[role="listbox"], [role="list"], [role="grid"], [role="tree"], [role="menu"]';

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !wordless.includes(target.type);
}

/**
 * Runs a single-letter command, except in text fields and in elements where users expect a letter to search for a
 * row. Mantine would also exclude switches and radio buttons, which take no letters.
 */
function outsideOfText(run: () => void, isOn: boolean) {
  return (event: KeyboardEvent) => {
    const { target } = event;
    if (!isOn || takesText(target)) return;
    if (target instanceof Element && target.closest(lists) !== null) return;
    event.preventDefault();
    run();
  };
}

/** Runs a command except in text fields, where its keys move the cursor. */
function outsideOfFields(run: () => void) {
  return (event: KeyboardEvent) => {
    if (takesText(event.target)) return;
    event.preventDefault();
    run();
  };
}

/** Opens the field sheet of the list on the screen. While it is open, the same key prints it. */
function printSheet() {
  if (exportStore.getState().open?.kind === 'sheet') window.print();
  else openOutput('sheet');
}

/** The command palette, which Ctrl+K opens. It contains every command and also accepts a typed coordinate. */
export function Commands() {
  const { t } = useTranslation();
  const singleKeys = useSettings()?.workspace.singleKeys !== false;
  const [text, setText] = useState('');
  const newTask = useNewTask();
  const place = usePlaceCommands(text);
  const work = useWorkCommands();
  const inWindow = useWindowCommands();
  const views = useViewCommands();
  const map = useMapActions();
  const pixels = usePixelAction();
  const onMap = useMapCommands();
  const ownMaps = useOwnMapCommands();
  const preferences = usePreferenceCommands();
  const help = useHelpCommands();
  const found = useFound(text);
  const names = useFoundNames(text);
  const gazetteer = useGazetteer();
  useEarlyKeys(useCallback((typed) => setText((before) => before + typed), []));

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
      ['A', outsideOfText(map.allMarks, singleKeys), { preventDefault: false }],
      ['S', outsideOfText(map.selection, singleKeys), { preventDefault: false }],
      ['P', outsideOfText(map.project, singleKeys), { preventDefault: false }],
      ['alt+ArrowLeft', outsideOfFields(map.back), { preventDefault: false }],
      ['alt+ArrowRight', outsideOfFields(map.forward), { preventDefault: false }],
      ['/', outsideOfText(findPlace, singleKeys), { preventDefault: false }],
      ['shift+/', outsideOfText(findPlace, singleKeys), { preventDefault: false }],
      ['?', outsideOfText(showKeys, singleKeys), { preventDefault: false }],
      ['shift+?', outsideOfText(showKeys, singleKeys), { preventDefault: false }],
    ],
    [],
  );
  // These also work inside a field, because none of them types a letter.
  useHotkeys(
    [
      ['F6', () => focusNextPane(1)],
      ['shift+F6', () => focusNextPane(-1)],
      ['mod+shift+E', () => openOutput('file')],
      ['mod+P', printSheet],
      ...workspaces.map((workspace): [string, () => void] => [
        `alt+${digitOf(workspace)}`,
        () => showWorkspace(workspace),
      ]),
    ],
    [],
  );

  return (
    <Spotlight
      store={paletteStore}
      onSpotlightOpen={() => gazetteer.load()}
      actions={[
        ...place,
        ...work,
        ...inWindow,
        ...views,
        ...onMap,
        ...ownMaps,
        ...preferences,
        ...help,
        ...found,
        ...names.actions,
      ]}
      query={text}
      onQueryChange={setText}
      tagsToIgnore={[]}
      nothingFound={names.isSearching ? t('gazetteer.loading') : t('shell.command.none')}
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
