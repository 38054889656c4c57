import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { noonSunOf } from '../../../src-shared/geometry/sun.ts';
import { formatNumber, formatUtcDay } from '../i18n/format.ts';

interface NoonSunLineProps {
  place: LonLat | null;
  /** ISO 8601 texts. Nothing is shown if one of them is invalid, or if the end is before the start. */
  start: string;
  end: string;
}

/** Shows the elevation of the sun at the local noons of a period, and any polar night within it, in one line. */
export function NoonSunLine({ place, start, end }: NoonSunLineProps) {
  const { t, i18n } = useTranslation();
  const [fromMs, toMs] = [Date.parse(start), Date.parse(end)];
  if (place === null || Number.isNaN(fromMs) || Number.isNaN(toMs) || toMs < fromMs) return null;
  const { lowestDegrees, highestDegrees, polarNights } = noonSunOf(place, { fromMs, toMs });
  const [low, high] = [lowestDegrees, highestDegrees].map((degrees) =>
    formatNumber(i18n.language, Math.round(degrees)),
  );
  const day = (ms: number) => formatUtcDay(i18n.language, new Date(ms).toISOString());
  return (
    <Text size="xs" c="var(--nadir-quiet)" data-testid="noon-sun">
      {low === high ? t('sun.noonAt', { elevation: low }) : t('sun.noonBetween', { low, high })}
      {polarNights.map(({ fromMs: from, toMs: to }) => (
        <Text key={from} span c="var(--nadir-warning)">
          {` ${t('sun.polarNight', { from: day(from), to: day(to) })}`}
        </Text>
      ))}
    </Text>
  );
}
