import type { TFunction } from 'i18next';
import type { BillRow } from '../../../src-preload/contract/bills.ts';

const formats = new Map<string, Intl.NumberFormat>();
const isNumeral = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/**
 * Formats a decimal with all its digits for the locale. It works on the text instead of a number, so that no digit is
 * lost.
 */
export function formatDecimal(locale: string, text: string): string {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  formats.set(locale, format);
  return isNumeral(text) ? format.format(text) : text;
}

/** Returns the name of a unit; an unknown unit keeps the service's name. */
export function unitWords(t: TFunction, unit: string | null): string {
  if (unit === 'km2') return t('bills.km2');
  return unit ?? t('bills.noUnit');
}

/** Returns the source of a quantity in words. */
export function sourceWords(t: TFunction, row: Pick<BillRow, 'quantitySource' | 'quantityField'>): string {
  const { quantitySource, quantityField } = row;
  if (quantitySource === null) return '—';
  if (quantitySource === 'field') return t('bills.source.field', { field: quantityField ?? '' });
  return t(`bills.source.${quantitySource}`);
}
