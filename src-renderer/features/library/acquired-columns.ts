import type { TFunction } from 'i18next';
import type { Acquired } from '../../../src-preload/contract/acquired.ts';
import type { ExportedFeature } from '../../formats/exported-feature.ts';
import type { OutputColumn } from '../../kit/export/list-export.ts';
import { formatPeriod } from '../../kit/i18n/format.ts';

/** The period in the other two columns, as the table and field sheets show it in place of a moment. */
const periodText = (
  { acq_start: start, acq_end: end }: ExportedFeature['attributes'],
  language: string,
): string =>
  typeof start === 'string' && typeof end === 'string' ? formatPeriod(language, { start, end }) : '';

/**
 * Returns the columns that say when a scene was acquired. As in a STAC Item, the time is a moment, or empty where only a period is known, which
 * has its first and its last moment.
 */
export const acquiredColumns = (t: TFunction): OutputColumn[] => [
  {
    key: 'acquired',
    label: t('label.acquired'),
    type: 'time',
    isOnSheet: true,
    whenEmpty: periodText,
  },
  { key: 'acq_start', label: t('label.acquiredFrom'), type: 'time' },
  { key: 'acq_end', label: t('label.acquiredUntil'), type: 'time' },
];

/** Returns the values of `acquiredColumns`. */
export const acquiredAttributes = ({ timestamp, period }: Acquired) => ({
  acquired: timestamp,
  acq_start: period?.start ?? null,
  acq_end: period?.end ?? null,
});
