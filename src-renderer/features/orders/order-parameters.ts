import type { TFunction } from 'i18next';
import { type OrderParameter, orderParameterTypes } from '../../../src-preload/contract/order-parameters.ts';
import { formatRecurrence } from '../../kit/i18n/format.ts';

/** A known parameter with a translated name of its own; start and end use shared names. */
type NamedParameter = Exclude<OrderParameter, 'start' | 'end'>;

function isNamed(name: string): name is NamedParameter {
  return name !== 'start' && name !== 'end' && Object.hasOwn(orderParameterTypes, name);
}

/** The known parameters with a translated name, in display order. */
export const namedParameters: readonly NamedParameter[] = Object.keys(orderParameterTypes).filter(isNamed);

/** Returns true for a parameter that Nadir knows, with a field and words of its own. */
export const isKnownParameter = (name: string): boolean => Object.hasOwn(orderParameterTypes, name);

/** Returns true if the value of a parameter is a repeat interval. */
export const isPeriodic = (name: string) => isNamed(name) && orderParameterTypes[name] === 'duration';

/** Returns the label of a parameter in the form; an unknown parameter keeps the service's name. */
export function parameterLabel(t: TFunction, name: string): string {
  return isNamed(name) ? t(`orderForm.parameter.${name}`) : name;
}

/** Returns the label of a parameter in details; an unknown parameter keeps the words of the service's name. */
export function parameterName(t: TFunction, name: string): string {
  return isNamed(name) ? parameterLabel(t, name) : name.replaceAll('_', ' ');
}

/** Formats the value of a parameter: intervals in words, other values as the service sends them. */
export function parameterText(language: string, name: string, value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value);
  return isPeriodic(name) ? formatRecurrence(language, String(value)) : String(value);
}
