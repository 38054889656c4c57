import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Countries } from '../../../src-shared/geometry/countries.ts';
import { usePlaceWords } from '../../gazetteer/use-place-words.ts';
import { useWhereIs } from '../../gazetteer/use-where-is.ts';
import { type CoordinateFormat, formatCoordinate, type LonLat } from '../../kit/i18n/coordinates.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import { countryName } from '../../kit/state/countries-store.ts';
import { zoomToPoint } from '../../kit/state/map-store.ts';
import { MapEdgeNote } from '../../kit/ui/map-edge-note.tsx';
import type { ReadTypedPlace } from './draft/typed-place.ts';

/**
 * Returns a function that names the country of a place, or the nearest one with its distance; empty until the outlines
 * are loaded.
 */
function useWhere(countries: Countries | null): (at: LonLat) => string {
  const { t, i18n } = useTranslation();
  return ([longitude, latitude]) => {
    const near = countries?.nearest([longitude, latitude]);
    if (!near) return '';
    const country = countryName(near.country, i18n.language);
    if (near.distanceKm === 0) return t('place.in', { country });
    const km = formatNumber(i18n.language, near.distanceKm, near.distanceKm < 10 ? 1 : 0);
    return t('place.near', { country, km });
  };
}

interface PlaceEchoProps {
  read: ReadTypedPlace;
  format: CoordinateFormat;
  countries: Countries | null;
  onChoose: (at: LonLat) => void;
}

/**
 * Shows how a typed place was interpreted: in a second notation, with its country and the nearest town; or its possible
 * meanings, to choose one.
 */
export function PlaceEcho({ read, format, countries, onChoose }: PlaceEchoProps) {
  const { t, i18n } = useTranslation();
  const where = useWhere(countries);
  const [longitude, latitude] = 'at' in read ? read.at : [null, null];
  const { townsText } = usePlaceWords();
  const nearby = useWhereIs('at' in read ? read.at : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outlines are searched once for each place
  const country = useMemo(
    () => (longitude === null || latitude === null ? '' : where([longitude, latitude])),
    [longitude, latitude, countries, i18n.language],
  );
  if ('problem' in read) return null;
  if ('at' in read) {
    const second = formatCoordinate(read.at, format === 'dms' ? 'mgrs' : 'dms');
    const { squareMetres, altitudeMetres } = read;
    return (
      <>
        <Text size="xs" c="var(--nadir-quiet)" data-testid="place-echo" role="status">
          {[second, country, nearby && townsText(nearby)].filter(Boolean).join(' · ')}
          {squareMetres !== null && squareMetres > 1 && ` · ${t('place.square', { metres: squareMetres })}`}
          {altitudeMetres !== null && ` · ${t('place.altitude', { metres: altitudeMetres })}`}
        </Text>
        <MapEdgeNote latitude={read.at[1]} />
      </>
    );
  }
  const { kind, values, choices } = read.question;
  return (
    <Stack
      gap={4}
      p={6}
      role="group"
      aria-label={t('place.question')}
      data-testid="place-question"
      style={{ border: '1px solid var(--nadir-warning)', borderRadius: 6 }}
    >
      <Text size="xs" role="alert">
        {t(`place.ask.${kind}`, values)}
      </Text>
      {choices.map(({ meaning, at }) => (
        <Group key={meaning} gap={6} wrap="nowrap" justify="space-between">
          <Text size="xs" style={{ flex: 1 }}>
            {[
              t(`place.meaning.${meaning}`),
              formatCoordinate(at, format === 'dms' ? 'dd' : format),
              where(at),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Button size="compact-xs" variant="subtle" style={{ flex: 'none' }} onClick={() => zoomToPoint(at)}>
            {t('place.look')}
          </Button>
          <Button size="compact-xs" variant="default" style={{ flex: 'none' }} onClick={() => onChoose(at)}>
            {t('place.take')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
