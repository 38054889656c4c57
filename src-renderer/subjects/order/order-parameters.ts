import type { TFunction } from 'i18next';
import { formatRecurrence } from '../../i18n/format.ts';

/** Parameters of an order that have a label in the catalogue (service §10.4). */
const namedParameters = ['processing_level', 'outcome_id', 'revisit_period', 'remapping_period'] as const;
const periods = ['revisit_period', 'remapping_period'];

/** Returns the label of a parameter; an unknown parameter keeps the service's name. */
export function parameterName(t: TFunction, name: string): string {
  const named = namedParameters.find((each) => each === name);
  return named === undefined ? name.replaceAll('_', ' ') : t(`orderForm.parameter.${named}`);
}

/** Returns the value of a parameter for the screen: periods in words, other values as the service sends them. */
export function parameterText(language: string, name: string, value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value);
  return periods.includes(name) ? formatRecurrence(language, String(value)) : String(value);
}
