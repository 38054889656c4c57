import { expect, it } from 'vitest';
import { defaultsInForce } from './defaults-in-force.ts';

const clientOf = (name: string, defaultPriority: number | null) => ({
  name,
  defaultPriority,
  maxPriority: 1,
  minPriority: 90,
});

it('is the only client and its priority, or that of the client which is named', () => {
  const one = [clientOf('north', 50)];
  const two = [...one, clientOf('south', 20)];
  expect(defaultsInForce({}, one)).toEqual({ client: 'north', priority: 50 });
  expect(defaultsInForce({ priority: 7 }, one)).toEqual({ client: 'north', priority: null });
  expect(defaultsInForce({ client: 'south' }, two)).toEqual({ client: null, priority: 20 });
});

it('is not guessed where there are several clients, or none is known', () => {
  const two = [clientOf('north', 50), clientOf('south', 20)];
  expect(defaultsInForce({}, two)).toEqual({ client: null, priority: null });
  expect(defaultsInForce({}, [])).toEqual({ client: null, priority: null });
});
