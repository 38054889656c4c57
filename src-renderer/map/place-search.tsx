import { CloseButton, Combobox, Kbd, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../client/api.tsx';
import { useGazetteer } from '../gazetteer/gazetteer-store.ts';
import { searchViewOf } from '../gazetteer/place-extent.ts';
import { useFoundPlaces } from '../gazetteer/use-found-places.ts';
import { usePlaceWords } from '../gazetteer/use-place-words.ts';
import { formatCoordinate, type LonLat } from '../i18n/coordinates.ts';
import { longestPlaceText, readPlace } from '../i18n/read-place.ts';
import { mapStore, showHere, zoomToPoint } from '../state/map-store.ts';
import { focusPane } from '../ui/panes.ts';
import classes from './map-pane.module.css';
import { showFound } from './show-found.ts';

const mostPlaces = 8;

/** A row of the list: what it says and what it does. */
interface Choice {
  key: string;
  name: string;
  /** The other spelling that was found, beside the name. */
  spelling: string | null;
  facts: string;
  go(): void;
}

/** Returns the places that a typed coordinate stands for; more than one if it can be read in several ways. */
function useReadChoices(text: string): Choice[] {
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  if (text.trim() === '') return [];
  const reading = readPlace(text);
  const choice = (at: LonLat, facts: string): Choice => ({
    key: `at-${at.join('-')}`,
    name: t('shell.command.goTo', { place: formatCoordinate(at, format) }),
    spelling: null,
    facts,
    go() {
      zoomToPoint(at);
      showHere({ at, name: null });
    },
  });
  if ('place' in reading) return [choice(reading.place.at, t('settings.coordinates'))];
  if (!('question' in reading)) return [];
  return reading.question.choices.map(({ meaning, at }) => choice(at, t(`place.meaning.${meaning}`)));
}

/** Returns the rows for a typed text: coordinates first, then the places of that name. */
function useChoices(text: string) {
  const words = usePlaceWords();
  // Only a new text asks for the view: a search must not change under the pointer because the map moves.
  const [near, setNear] = useState(() => searchViewOf(mapStore.getState().view));
  const read = useReadChoices(text);
  const { places, isCurrent, failure } = useFoundPlaces(read.length > 0 ? '' : text, near, mostPlaces);
  const choices = [
    ...read,
    ...places.map((place): Choice => {
      const name = words.nameOf(place);
      return {
        key: `place-${place.entry}`,
        name,
        spelling: place.matched === name ? null : place.matched,
        facts: words.factsOf(place),
        go: () => showFound(place, name),
      };
    }),
  ];
  return { choices, isCurrent, failure, followView: () => setNear(searchViewOf(mapStore.getState().view)) };
}

function Rows({ choices }: { choices: readonly Choice[] }) {
  return choices.map(({ key, name, spelling, facts }) => (
    <Combobox.Option key={key} value={key}>
      <Text size="sm" fw={500} truncate>
        {name}
        {spelling !== null && (
          <Text span size="xs" c="var(--nadir-quiet)" fw={400} ml={6}>
            {spelling}
          </Text>
        )}
      </Text>
      <Text size="xs" c="var(--nadir-quiet)" truncate>
        {facts}
      </Text>
    </Combobox.Option>
  ));
}

/** The field on the map that finds places by name, in all spellings of the embedded names, and by coordinates. */
export function PlaceSearch() {
  const { t } = useTranslation();
  const gazetteer = useGazetteer();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const isOpen = combobox.dropdownOpened && text.trim() !== '';
  const { choices, isCurrent, failure, followView } = useChoices(isOpen ? text : '');
  /** The text for which Enter was pressed before its places were found. */
  const entered = useRef<string | null>(null);

  const choose = (choice: Choice | undefined) => {
    entered.current = null;
    if (!choice) return;
    choice.go();
    setText(choice.key.startsWith('place-') ? choice.name : text);
    combobox.closeDropdown();
  };
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  const [first] = choices;
  useEffect(() => {
    if (isCurrent && entered.current === text) latest.current(first);
  }, [isCurrent, text, first]);

  const change = (next: string) => {
    entered.current = null;
    followView();
    setText(next);
    combobox.resetSelectedOption();
    combobox.openDropdown();
  };
  const clear = () => {
    change('');
    showHere(null);
    combobox.closeDropdown();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0 && text.trim() !== '') {
      event.preventDefault();
      if (!isOpen) combobox.openDropdown();
      if (isOpen && isCurrent) choose(first);
      else entered.current = text;
    }
    if (event.key !== 'Escape' || combobox.dropdownOpened) return;
    if (text === '') focusPane('map');
    clear();
  };

  return (
    <div className={classes.search} data-testid="place-search">
      <Combobox
        store={combobox}
        onOptionSubmit={(key) => choose(choices.find((choice) => choice.key === key))}
        position="bottom-start"
        width={380}
        offset={4}
        withinPortal
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            size="xs"
            aria-label={t('gazetteer.find')}
            placeholder={t('gazetteer.placeholder')}
            leftSection={<IconSearch size={14} aria-hidden />}
            rightSection={
              text === '' ? (
                <Kbd size="xs" aria-hidden>
                  {'/'}
                </Kbd>
              ) : (
                <CloseButton size="xs" aria-label={t('gazetteer.clear')} onClick={clear} />
              )
            }
            value={text}
            maxLength={longestPlaceText}
            spellCheck={false}
            data-place-search
            onFocus={() => gazetteer.load()}
            onBlur={() => combobox.closeDropdown()}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isOpen}>
          <Combobox.Options
            aria-label={t('gazetteer.results')}
            mah={380}
            style={{ overflowY: 'auto' }}
            data-current={isCurrent}
            data-query={text}
            // A list box has options, so what stands for them is beside it.
            hidden={choices.length === 0}
          >
            <Rows choices={choices} />
          </Combobox.Options>
          {choices.length === 0 && failure === null && (
            <Combobox.Empty role="status">
              {isCurrent ? t('gazetteer.none') : t('gazetteer.loading')}
            </Combobox.Empty>
          )}
          {failure !== null && (
            <Text size="xs" p={6} role="alert">
              {t(`gazetteer.failure.${failure}`)}
            </Text>
          )}
          <Combobox.Footer>
            <Text size="xs" c="var(--nadir-quiet)">
              {t('gazetteer.sources')}
            </Text>
          </Combobox.Footer>
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden role="status">
        {isOpen && isCurrent && choices.length > 0 ? t('gazetteer.count', { count: choices.length }) : ''}
      </VisuallyHidden>
    </div>
  );
}
