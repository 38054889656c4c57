import type { TFunction } from 'i18next';
import type { RejectedFeature } from '../../../formats/imported.ts';
import { csvOf } from '../../../kit/client/csv.ts';
import { problemText } from './import-words.ts';

/** Returns the rejected features of a file as CSV, for the person who corrects the file. */
export function problemsCsv(t: TFunction, file: string, rejected: readonly RejectedFeature[]): string {
  const headings = [
    t('import.csv.file'),
    t('label.layer'),
    t('import.whereInFile'),
    t('import.csv.feature'),
    t('label.name'),
    t('import.csv.reason'),
    t('orderForm.type.text'),
  ];
  const rows = rejected.map(({ where, name, problem, raw }) => [
    file,
    where.layer,
    where.line,
    where.number,
    name,
    problemText(t, problem),
    raw,
  ]);
  return csvOf(headings, rows);
}
