import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CoordinateFormat, LonLat } from '../../kit/i18n/coordinates.ts';
import { formatCoordinate } from '../../kit/i18n/coordinates.ts';
import { longestPlaceText, readPlaceOnMap } from '../../kit/i18n/read-place.ts';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { mapStore } from '../../kit/state/map-store.ts';

interface PlacePositionFieldProps {
  /** The position as text. It is saved only if the user changes it. */
  value: string;
  format: CoordinateFormat;
  onMove: (at: LonLat, altitudeMetres: number | null) => void;
}

/** A field for the position of a point in any notation; asks if the text is ambiguous. */
export function PlacePositionField({ value, format, onMove }: PlacePositionFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new value
  useEffect(() => setTyped(null), [value]);
  const text = typed ?? value;
  const middle = mapStore.getState().view?.centre ?? null;
  const read = text.trim() === '' ? null : readPlaceOnMap(text, middle);
  const isShown = typed === null ? value !== '' : isLeft;
  const problem = isShown && read && 'problem' in read ? read.problem : null;
  const question = isShown && read && 'question' in read ? read.question : null;
  const commit = () => {
    setLeft(true);
    if (typed === null || typed === value) return setTyped(null);
    if (read && 'place' in read) onMove(read.place.at, read.place.altitudeMetres);
  };
  return (
    <Stack gap={4}>
      <TextInput
        label={t('places.column.position')}
        description={t('plan.placeHint')}
        value={text}
        maxLength={longestPlaceText}
        spellCheck={false}
        autoComplete="off"
        error={problem && validationMessage(t, problem.message, problem.values)}
        onChange={(event) => {
          setLeft(false);
          setTyped(event.currentTarget.value);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          else if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
        }}
      />
      {question && (
        <Stack
          gap={4}
          p={6}
          role="group"
          aria-label={t('place.question')}
          style={{ border: '1px solid var(--nadir-warning)', borderRadius: 6 }}
        >
          <Text size="xs" role="alert">
            {t(`place.ask.${question.kind}`, question.values)}
          </Text>
          {question.choices.map(({ meaning, at }) => (
            <Group key={meaning} gap={6} wrap="nowrap" justify="space-between">
              <Text size="xs" style={{ flex: 1 }}>
                {`${t(`place.meaning.${meaning}`)} · ${formatCoordinate(at, format === 'dms' ? 'dd' : format)}`}
              </Text>
              <Button
                size="compact-xs"
                variant="default"
                style={{ flex: 'none' }}
                onClick={() => onMove(at, null)}
              >
                {t('place.take')}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
