import { CloseButton, Combobox, Kbd, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGazetteer } from '../../gazetteer/gazetteer-store.ts';
import { longestPlaceText } from '../../kit/i18n/read-place.ts';
import { showHere } from '../../kit/state/map-store.ts';
import { focusPane } from '../../kit/ui/panes.ts';
import classes from '../../map/map-pane.module.css';
import { type PlaceChoice, usePlaceChoices } from '../../map/use-place-choices.ts';
import { FoundPlaces } from './found-places.tsx';

/** The field on the map that finds places by name, in all spellings of the embedded names, and by coordinates. */
export function PlaceSearch() {
  const { t } = useTranslation();
  const gazetteer = useGazetteer();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const isOpen = combobox.dropdownOpened && text.trim() !== '';
  const { choices, isCurrent, failure, followView } = usePlaceChoices(isOpen ? text : '');
  /** The text for which Enter was pressed before its places were found. */
  const entered = useRef<string | null>(null);

  const choose = (choice: PlaceChoice | undefined) => {
    entered.current = null;
    if (!choice) return;
    choice.show();
    setText(choice.isNamed ? choice.name : text);
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
        <FoundPlaces choices={choices} isCurrent={isCurrent} failure={failure} text={text} isOpen={isOpen} />
      </Combobox>
      <VisuallyHidden role="status">
        {isOpen && isCurrent && choices.length > 0 ? t('gazetteer.count', { count: choices.length }) : ''}
      </VisuallyHidden>
    </div>
  );
}
