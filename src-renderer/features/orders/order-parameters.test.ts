import { expect, it } from 'vitest';
import { wordsOf } from '../../../testing/i18n/words.ts';
import {
  isPeriodic,
  namedParameters,
  parameterLabel,
  parameterName,
  parameterText,
} from './order-parameters.ts';

it('names what is known, and leaves the rest in the words of the service', async () => {
  const t = await wordsOf('en');
  const names = ['revisit_period', 'start', 'sun_angle'];
  expect(names.map((name) => parameterName(t, name))).toEqual(['Revisit period', 'start', 'sun angle']);
  expect(names.map((name) => parameterLabel(t, name))).toEqual(['Revisit period', 'start', 'sun_angle']);
});

it('shows the parameters with a name of their own in the sequence of the contract', () =>
  expect(namedParameters).toEqual(['revisit_period', 'remapping_period', 'processing_level', 'outcome_id']));

it('says in words how often something repeats, and all else as it is', () => {
  expect(['remapping_period', 'outcome_id', 'constructor'].map(isPeriodic)).toEqual([true, false, false]);
  expect(parameterText('en', 'revisit_period', '7 00:00:00')).not.toBe('7 00:00:00');
  expect(parameterText('en', 'processing_level', 'L1D')).toBe('L1D');
  expect(parameterText('en', 'sun_angle', { from: 10 })).toBe('{"from":10}');
});
