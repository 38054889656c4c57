import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileQuestion } from '../../../formats/imported.ts';
import { noPlaceNear } from '../../../formats/imported.ts';
import { searchViewOf } from '../../../gazetteer/place-extent.ts';
import { useFoundPlaces } from '../../../gazetteer/use-found-places.ts';
import { usePlaceWords } from '../../../gazetteer/use-place-words.ts';
import { exactDegrees, type LonLat } from '../../../kit/i18n/coordinates.ts';
import { longestPlaceText, parseCoordinate } from '../../../kit/i18n/read-place.ts';
import { mapStore } from '../../../kit/state/map-store.ts';
import { LinkButton } from '../../../kit/ui/link-button.tsx';

const searchPauseMs = 200;
const maxTowns = 4;

interface NearFieldProps {
  question: FileQuestion;
  /** The middle of the list that the places are added to; null without one. */
  middleOfList: LonLat | null;
  onAnswer: (answer: string) => void;
}

/**
 * A field for the place that short Plus Codes are near: coordinates, or a town that is chosen among those of its name.
 * Nothing is taken before the person chooses it, because a wrong town gives places that look right.
 */
export function NearField({ question, middleOfList, onAnswer }: NearFieldProps) {
  const { t } = useTranslation();
  const words = usePlaceWords();
  const { answer, values } = question;
  const town = String(values.town ?? '');
  const [text, setText] = useState(answer === null || answer === noPlaceNear ? town : answer);
  const [near] = useState(() => searchViewOf(mapStore.getState().view));
  const typed = parseCoordinate(text);
  const [query] = useDebouncedValue(typed === null ? text : '', searchPauseMs);
  const { places } = useFoundPlaces(query, near, maxTowns);
  const use = (at: LonLat) => {
    setText(exactDegrees(at));
    onAnswer(exactDegrees(at));
  };
  const middles = [
    { label: t('import.near.map'), at: near?.at ?? null },
    { label: t('import.near.list'), at: middleOfList },
  ];
  return (
    <Stack gap={6}>
      <Group gap={6} align="flex-end">
        <TextInput
          flex={1}
          label={t('import.near.place')}
          description={t('import.near.hint')}
          value={text}
          maxLength={longestPlaceText}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed === null) return;
            event.preventDefault();
            use(typed);
          }}
        />
        <Button variant="default" disabled={typed === null} onClick={() => typed && use(typed)}>
          {t('common.use')}
        </Button>
      </Group>
      {typed === null &&
        places.map((place) => (
          <Group key={place.entry} gap={6} wrap="nowrap" justify="space-between">
            <Text size="xs" truncate>{`${words.nameOf(place)} · ${words.factsOf(place)}`}</Text>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('import.near.useTown', {
                town: words.nameOf(place),
                facts: words.factsOf(place),
              })}
              style={{ flex: 'none' }}
              onClick={() => use(place.at)}
            >
              {t('common.use')}
            </Button>
          </Group>
        ))}
      <Group gap="md">
        {middles.map(
          ({ label, at }) =>
            at !== null && (
              <LinkButton key={label} fz="xs" onClick={() => use(at)}>
                {label}
              </LinkButton>
            ),
        )}
        <LinkButton fz="xs" onClick={() => onAnswer(noPlaceNear)}>
          {t('import.near.without')}
        </LinkButton>
      </Group>
      {answer === noPlaceNear && <Text size="xs">{t('import.near.left')}</Text>}
    </Stack>
  );
}
