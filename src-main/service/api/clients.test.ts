import { describe, expect, it } from 'vitest';
import { readClients } from './clients.ts';

const range = { max_priority: 1, min_priority: 50, default_priority: 20 };
const ranged = { maxPriority: 1, minPriority: 50, defaultPriority: 20 };
const unranged = { maxPriority: null, minPriority: null, defaultPriority: null };

describe('the clients of an answer', () => {
  it.each(['name', 'client', 'client_name', 'id'])('are named by %s', (field) => {
    expect(readClients([{ [field]: 'a', ...range }])).toEqual([{ name: 'a', ...ranged }]);
    expect(readClients([{ [field]: '', other: 1 }])).toEqual([{ name: '', ...unranged }]);
    expect(readClients([{ [field]: 7, ...range }])).toEqual([{ name: '', ...ranged }]);
  });

  it('are named by their own field before the key that they stand under', () => {
    expect(readClients({ a: { name: 'b', ...range }, c: range })).toEqual([
      { name: 'b', ...ranged },
      { name: 'c', ...ranged },
    ]);
    expect(readClients({ a: 'text', b: range, c: null })).toEqual([{ name: 'b', ...ranged }]);
  });

  it.each(['results', 'clients', 'data'])('are read below `%s`', (field) => {
    expect(readClients({ [field]: [{ name: 'a', ...range }, 'b', 5, null] })).toEqual([
      { name: 'a', ...ranged },
      { name: 'b', ...unranged },
    ]);
  });

  it.each(['max_priority', 'min_priority', 'default_priority'])(
    'may have %s alone, beside the name or one level down',
    (field) => {
      const read = { ...unranged, [field.replace(/_p/, 'P')]: 3 };
      expect(readClients({ name: 'a', [field]: 3 })).toEqual([{ name: 'a', ...read }]);
      expect(readClients([{ name: 'a', other: { x: 1 }, inner: { [field]: 3 } }])).toEqual([
        { name: 'a', ...read },
      ]);
    },
  );

  it.each([
    [' 12 ', 12],
    ['-3', -3],
    ['12a', null],
    ['', null],
    [Number.POSITIVE_INFINITY, null],
    [2.5, 2.5],
    [true, null],
  ])('have the priority %j as %j', (given, read) => {
    expect(readClients([{ name: 'a', max_priority: given }])).toEqual([
      { ...unranged, name: 'a', maxPriority: read },
    ]);
  });

  it.each(['words', 5, null, undefined])('are not guessed from %j', (value) => {
    expect(() => readClients(value)).toThrow(
      expect.objectContaining({
        code: 'BAD_ANSWER',
        data: { where: 'clients', detail: 'no-clients' },
      }),
    );
  });
});
