import { Combobox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlaceChoice, usePlaceChoices } from '../../map/use-place-choices.ts';

function PlaceOption({ choice: { key, name, spelling, facts } }: { choice: PlaceChoice }) {
  return (
    <Combobox.Option value={key}>
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
  );
}

interface FoundPlacesProps
  extends Pick<ReturnType<typeof usePlaceChoices>, 'choices' | 'isCurrent' | 'failure'> {
  text: string;
  isOpen: boolean;
}

/** The list below the search field: the places that were found, or why there are none. */
export function FoundPlaces({ choices, isCurrent, failure, text, isOpen }: FoundPlacesProps) {
  const { t } = useTranslation();
  return (
    <Combobox.Dropdown hidden={!isOpen}>
      <Combobox.Options
        aria-label={t('gazetteer.results')}
        mah={380}
        style={{ overflowY: 'auto' }}
        data-current={isCurrent}
        data-query={text}
        // A list box may only have options, so the messages are beside it.
        hidden={choices.length === 0}
      >
        {choices.map((choice) => (
          <PlaceOption key={choice.key} choice={choice} />
        ))}
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
  );
}
