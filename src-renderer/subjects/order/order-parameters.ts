import type { TFunction } from 'i18next';
import { type OrderParameter, orderParameterTypes } from '../../../src-preload/contract/order-parameters.ts';
import { formatRecurrence } from '../../i18n/format.ts';

/** A known parameter with a name of its own on the screen; start and end are called as everywhere else. */
type NamedParameter = Exclude<OrderParameter, 'start' | 'end'>;

function isNamed(name: string): name is NamedParameter {
  return name !== 'start' && name !== 'end' && Object.hasOwn(orderParameterTypes, name);
}

/** The known parameters that have a name of their own on the screen, in the sequence in which they are shown. */
export const namedParameters: readonly NamedParameter[] = Object.keys(orderParameterTypes).filter(isNamed);

/** Whether the value of a parameter says how often something repeats. */
export const isPeriodic = (name: string) => isNamed(name) && orderParameterTypes[name] === 'duration';

/** The name of a parameter in the form; one that is not known keeps the service's name. */
export function parameterLabel(t: TFunction, name: string): string {
  return isNamed(name) ? t(`orderForm.parameter.${name}`) : name;
}

/** The name of a parameter on the screen; one that is not known keeps the words of the service's name. */
export function parameterName(t: TFunction, name: string): string {
  return isNamed(name) ? parameterLabel(t, name) : name.replaceAll('_', ' ');
}

/** Returns the value of a parameter for the screen: periods in words, other values as the service sends them. */
export function parameterText(language: string, name: string, value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value);
  return isPeriodic(name) ? formatRecurrence(language, String(value)) : String(value);
}
