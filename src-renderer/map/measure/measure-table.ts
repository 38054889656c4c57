import type { TFunction } from 'i18next';
import { type CoordinateFormat, formatCoordinate } from '../../kit/i18n/coordinates.ts';
import type { Measure } from '../../kit/state/measure-store.ts';
import { formatArea, formatAzimuth, formatLength, type MeasureUnits } from './measure-units.ts';
import { measurementOf } from './measurement.ts';

interface TableOptions {
  t: TFunction;
  language: string;
  format: CoordinateFormat;
  units: MeasureUnits;
}

/** A side of a measurement, as texts. */
export interface SideTexts {
  from: string;
  to: string;
  length: string;
  azimuth: string;
}

/** Returns a measurement as texts: the total, the area of an outline, and each side. */
export function measureTexts(measure: Measure, { t, language, format, units }: TableOptions) {
  const { segments, lengthMetres, polygon } = measurementOf(measure);
  const sides = segments.map(
    ({ from, to, lengthMetres: side, azimuthDegrees }): SideTexts => ({
      from: formatCoordinate(from, format),
      to: formatCoordinate(to, format),
      length: formatLength(language, side, units.length),
      azimuth: azimuthDegrees === null ? '—' : formatAzimuth(language, azimuthDegrees),
    }),
  );
  const total = formatLength(language, lengthMetres, units.length);
  return {
    sides,
    total:
      measure.kind === 'area'
        ? t('measure.perimeter', { length: total })
        : t('measure.total', { length: total }),
    area: polygon && t('measure.size', { area: formatArea(language, polygon.areaSquareMetres, units.area) }),
    crossesItself: polygon?.crossesItself ?? false,
  };
}

/** Returns a measurement as tab-separated text, which a spreadsheet reads as a table. */
export function measureText(measure: Measure, options: TableOptions): string {
  const { t } = options;
  const { sides, total, area } = measureTexts(measure, options);
  const head = [t('label.from'), t('label.to'), t('measure.length'), t('measure.azimuth')];
  return [
    ...(area === null ? [] : [area]),
    total,
    head.join('\t'),
    ...sides.map(({ from, to, length, azimuth }) => [from, to, length, azimuth].join('\t')),
  ].join('\n');
}
