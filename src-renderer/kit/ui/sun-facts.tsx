import { useTranslation } from 'react-i18next';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { sunAt } from '../../../src-shared/geometry/sun.ts';
import { formatNumber } from '../i18n/format.ts';

interface SunFactsProps {
  place: LonLat;
  /** A time in milliseconds since 1970, or an ISO 8601 text; an invalid text shows nothing. */
  at: number | string;
}

/** Returns minutes since midnight as `HH:mm`. */
function clockText(minutes: number): string {
  const whole = Math.round(minutes) % 1_440;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

/** Shows the elevation and the azimuth of the sun at a place and a time, and the local solar time. */
export function SunFacts({ place, at }: SunFactsProps) {
  const { t, i18n } = useTranslation();
  const time = typeof at === 'number' ? at : Date.parse(at);
  if (Number.isNaN(time)) return null;
  const { elevationDegrees, azimuthDegrees, solarMinutes } = sunAt(place, time);
  const elevation = formatNumber(i18n.language, Math.abs(elevationDegrees), 1);
  const azimuth = formatNumber(i18n.language, azimuthDegrees, 0);
  const solarTime = clockText(solarMinutes);
  return (
    <span>
      {elevationDegrees > 0
        ? t('sun.up', { elevation, azimuth, time: solarTime })
        : t('sun.down', { elevation, time: solarTime })}
    </span>
  );
}
