import { describe, expect, it } from 'vitest';
import { submissionIdSchema } from '../../src-preload/contract/ids.ts';
import { sampleTask } from '../../testing/sample-task.ts';
import { testScope as scope } from '../../testing/task-rows.ts';
import type { CommandRow } from './command-row.ts';
import { ageOf, candidatesOf, distance, evidenceOf } from './remote-evidence.ts';
import type { Remote } from './remotes.ts';

const minute = 60_000;
const began = Date.UTC(2026, 1, 1);

const command = (patch: Partial<CommandRow> = {}): CommandRow => ({
  ...{
    seq: 1,
    id: submissionIdSchema.parse('one'),
    scope,
    contractName: null,
    state: 'unknown',
    byItself: true,
  },
  ...{ name: 'harbour', project: 'coast', input: { kind: 'task', request: sampleTask }, knownBefore: [] },
  ...{ createdAt: '', beganAt: '2026-02-01T00:00:00Z', beganServiceMs: began, absentServiceMs: null },
  ...{ checkedAt: null, attempts: 1, remoteId: null, candidates: [], error: null },
  ...patch,
});
const remote = (patch: Partial<Remote> = {}): Remote => ({
  ...{ id: '4711', name: 'harbour', project: 'coast', createdAt: null, createdMs: began, mirrors: null },
  ...{ differsFrom: () => [], distanceTo: () => 0, save: () => undefined },
  ...patch,
});

describe('what the service holds', () => {
  it.each([
    ['after the sending began', began, 'after'],
    ['within two minutes before', began - 2 * minute, 'after'],
    ['more than two minutes before', began - 2 * minute - 1, 'before'],
    ['at a time that it does not say', Number.NaN, 'after'],
  ])('was made %s', (_, createdMs, age) => {
    expect(ageOf(remote({ createdMs }), command())).toBe(age);
  });

  it('is doubtful only by a quarter of an hour where the service’s time was not known: clocks differ', () => {
    const row = command({ beganServiceMs: null });
    expect(ageOf(remote({ createdMs: began - 15 * minute }), row)).toBe('after');
    expect(ageOf(remote({ createdMs: began - 15 * minute - 1 }), row)).toBe('doubtful');
  });

  it('is likelier what was made soon after than before, and nothing outweighs what was asked for', () => {
    const at = (createdMs: number, asked = 0) =>
      distance(command(), remote({ createdMs, distanceTo: () => asked }));
    const nearest = [at(Number.NaN), at(began - 1_000), at(began + minute), at(began + 60 * minute)];
    expect(nearest).toEqual([0, -1_000, minute, 60 * minute]);
    expect(at(began - 1_001)).toBeGreaterThan(at(began + 600 * minute));
    expect(at(began - 5 * minute)).toBeGreaterThan(at(began - 2 * minute));
    expect(at(began, 1)).toBeGreaterThan(at(began - 5 * minute));
    expect(distance(command({ beganServiceMs: null }), remote({ createdMs: began + 5 }))).toBe(5);
  });
});

describe('a candidate', () => {
  const ids = (of: Remote, row = command(), open = [row]) =>
    candidatesOf(row, [of], open).map(({ id }) => id);
  const nearly = remote({ differsFrom: () => ['sku'] });

  it('is what was sent, or nearly, and not older', () => {
    expect(ids(remote())).toEqual(['4711']);
    // Older, but just what was sent: the user decides.
    expect(ids(remote({ createdMs: began - 60 * minute }))).toEqual(['4711']);
    expect(ids(nearly)).toEqual(['4711']);
    expect(ids({ ...nearly, createdMs: began - 60 * minute })).toEqual([]);
    expect(ids(remote({ mirrors: '17' }))).toEqual(['4711']);
  });

  it('is nothing of another name, nothing that was known before, nothing that another one sent', () => {
    expect(ids(remote({ differsFrom: () => null }))).toEqual([]);
    expect(ids(remote(), command({ knownBefore: ['4711'] }))).toEqual([]);
    const other = command({ id: submissionIdSchema.parse('other') });
    const otherOnes = remote({ differsFrom: (row) => (row === other ? [] : ['sku']) });
    expect(ids(otherOnes, command(), [other])).toEqual([]);
  });

  it('says what speaks against it', () => {
    expect(evidenceOf(remote(), command())).toMatchObject({ id: '4711', older: false, differs: [] });
    const against = { ...nearly, createdMs: began - 60 * minute, mirrors: '17' };
    expect(evidenceOf(against, command())).toMatchObject({ older: true, differs: ['sku', 'task_id'] });
  });
});
