import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useGazetteer } from '../gazetteer/gazetteer-store.ts';
import { mapWindowStore } from '../kit/state/map-window.ts';
import { useClosedByEscape } from '../kit/ui/open-dialogs.ts';
import {
  useHelpCommands,
  usePlaceCommands,
  usePreferenceCommands,
  useViewCommands,
  useWindowCommands,
  useWorkCommands,
} from './command-groups.ts';
import { closePalette, onPaletteMounted, paletteStore } from './palette-store.ts';
import { useRasterCommands } from './raster-commands.ts';
import { useFound } from './use-found.ts';
import { useMapCommands } from './use-map-commands.ts';
import { useOwnMapCommands } from './use-own-map-commands.ts';
import { usePlaceNameEntries } from './use-place-name-entries.ts';

/**
 * The command palette. It contains every command and also accepts a typed coordinate. It is loaded soon after the start
 * or at the first request. It opens only after it is mounted, because Mantine then stores where the focus was, to
 * return it.
 */
export function Palette() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const place = usePlaceCommands(text);
  const work = useWorkCommands();
  const inWindow = useWindowCommands();
  const raster = useRasterCommands();
  const views = useViewCommands();
  const onMap = useMapCommands();
  const ownMaps = useOwnMapCommands();
  const preferences = usePreferenceCommands();
  const help = useHelpCommands();
  const found = useFound(text);
  const names = usePlaceNameEntries(text);
  const gazetteer = useGazetteer();
  // What opens a dialog or a list belongs to the window that has them.
  const hasLists = useStore(mapWindowStore, ({ place }) => place !== 'alone');
  const { opened } = useSpotlight(paletteStore);
  useEffect(onPaletteMounted, []);
  // The palette can be opened over a dialog, which must not close with it.
  useClosedByEscape(opened, closePalette);

  return (
    <Spotlight
      store={paletteStore}
      shortcut={null}
      closeOnEscape={false}
      onSpotlightOpen={() => gazetteer.load()}
      actions={[
        ...place,
        ...(hasLists ? [...work, ...inWindow] : []),
        ...raster,
        ...(hasLists ? views : []),
        ...onMap,
        ...ownMaps,
        ...(hasLists ? [...preferences, ...help] : []),
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
