import { describe, expect, it } from 'vitest';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import type { CommandRow } from './command-row.ts';
import { ageOf, candidatesOf, distance, evidenceOf, isCertain, type LookupTime } from './remote-evidence.ts';
import type { Remote } from './remotes.ts';

const minute = 60_000;
const began = Date.UTC(2026, 1, 1);
/** A look-up ten minutes after the sending began, by both clocks. */
const time: LookupTime = { serviceMs: began + 10 * minute, localMs: began + 10 * minute };

const command = (patch: Partial<CommandRow> = {}): CommandRow => ({
  seq: 1,
  id: submissionIdSchema.parse('one'),
  scope,
  contractName: null,
  state: 'unknown',
  name: 'harbour',
  project: 'coast',
  input: { kind: 'task', request: sampleTask },
  knownBefore: [],
  createdAt: '',
  beganAt: '2026-02-01T00:00:00Z',
  beganServiceMs: began,
  checkedAt: null,
  attempts: 1,
  remoteId: null,
  lookup: null,
  candidates: [],
  error: null,
  ...patch,
});
const remote = (patch: Partial<Remote> = {}): Remote => ({
  id: '4711',
  name: 'harbour',
  project: 'coast',
  createdAt: null,
  createdMs: began,
  mirrors: null,
  differsFrom: () => [],
  isNearby: () => true,
  distanceTo: () => 0,
  save: () => undefined,
  ...patch,
});

describe('the age of what the service has', () => {
  it.each([
    ['after the sending began', began, 'after'],
    ['within two minutes before', began - 2 * minute, 'after'],
    ['more than two minutes before', began - 2 * minute - 1, 'before'],
    ['at a time that it does not say', Number.NaN, 'after'],
  ])('is told for what was created %s', (_, createdMs, age) => {
    expect(ageOf(remote({ createdMs }), command(), time)).toBe(age);
  });

  it('is doubtful only by a quarter of an hour where the service’s time was not known: clocks differ', () => {
    const row = command({ beganServiceMs: null });
    expect(ageOf(remote({ createdMs: began - 15 * minute }), row, time)).toBe('after');
    expect(ageOf(remote({ createdMs: began - 15 * minute - 1 }), row, time)).toBe('doubtful');
  });

  it.each([
    ['forwards at the service', { ...time, serviceMs: began + 70 * minute }],
    ['backwards at the service', { ...time, serviceMs: began - 50 * minute }],
    ['forwards here', { ...time, localMs: began + 70 * minute }],
    ['backwards here', { ...time, localMs: began - 50 * minute }],
  ])('is doubtful for everything after a clock was set %s', (_, jumped) => {
    for (const createdMs of [began - 60 * minute, began, began + 5 * minute])
      expect(ageOf(remote({ createdMs }), command(), jumped)).toBe('doubtful');
  });

  it('does not depend on a clock that is steadily wrong', () => {
    const hour = 60 * minute;
    const row = command({ beganServiceMs: began + hour });
    const steady = { serviceMs: began + hour + 10 * minute, localMs: began + 10 * minute };
    expect(ageOf(remote({ createdMs: began + hour }), row, steady)).toBe('after');
  });
});

describe('a task at the service is linked without a question', () => {
  const row = command();
  const one = { time, open: [row] };

  it('if it is what was sent, created after the sending began, and was not known before', () => {
    expect(isCertain(remote(), row, one)).toBe(true);
    expect(isCertain(remote({ createdMs: Number.NaN }), row, one)).toBe(true);
    expect(isCertain(remote({ createdMs: began - 60 * minute }), row, one)).toBe(false);
    expect(isCertain(remote({ differsFrom: () => ['end'] }), row, one)).toBe(false);
    expect(isCertain(remote(), command({ knownBefore: ['4711'] }), one)).toBe(false);
    expect(isCertain(remote(), row, { ...one, time: { ...time, serviceMs: began + 600 * minute } })).toBe(
      false,
    );
  });

  it('under a respelled name, if its time is known and nothing else that may have arrived asks for the same', () => {
    const upper = remote({ name: 'HARBOUR' });
    expect(isCertain(upper, row, one)).toBe(true);
    expect(isCertain({ ...upper, createdMs: Number.NaN }, row, one)).toBe(false);
    const other = command({ id: submissionIdSchema.parse('other'), name: 'Harbour' });
    expect(isCertain(upper, row, { time, open: [row, other] })).toBe(false);
    const twin = command({ id: submissionIdSchema.parse('twin') });
    expect(isCertain(upper, row, { time, open: [row, twin] })).toBe(true);
  });
});

it('what was created soon after the sending is nearer than before it, and nothing outweighs what was asked for', () => {
  const at = (createdMs: number, asked = 0) =>
    distance(command(), remote({ createdMs, distanceTo: () => asked }));
  const nearest = [at(Number.NaN), at(began - 1_000), at(began + minute), at(began + 60 * minute)];
  expect(nearest).toEqual([0, -1_000, minute, 60 * minute]);
  expect(at(began - 1_001)).toBeGreaterThan(at(began + 600 * minute));
  expect(at(began - 5 * minute)).toBeGreaterThan(at(began - 2 * minute));
  expect(at(began, 1)).toBeGreaterThan(at(began - 5 * minute));
  expect(distance(command({ beganServiceMs: null }), remote({ createdMs: began + 5 }))).toBe(5);
});

describe('a candidate', () => {
  const ids = (of: Remote, row = command(), open = [row]) =>
    candidatesOf(row, [of], { time, open }).map(({ id }) => id);
  const nearly = remote({ differsFrom: () => ['sku'] });

  it('is what was sent, or nearly, and not older', () => {
    expect(ids(remote())).toEqual(['4711']);
    // Older, but just what was sent: the user decides.
    expect(ids(remote({ createdMs: began - 60 * minute }))).toEqual(['4711']);
    expect(ids(nearly)).toEqual(['4711']);
    expect(ids({ ...nearly, createdMs: began - 60 * minute })).toEqual([]);
    expect(ids(remote({ mirrors: '17' }))).toEqual(['4711']);
  });

  it('is what was created nearby within the hour under any name, if it differs in three values at most', () => {
    const renamed = (differs: string[], createdMs = began + 5 * minute) =>
      remote({ name: 'A-2026-17', createdMs, differsFrom: () => differs });
    expect(ids(renamed(['name']))).toEqual(['4711']);
    expect(ids(renamed(['name', 'target', 'start']))).toEqual(['4711']);
    expect(ids(renamed(['name', 'project', 'target', 'start']))).toEqual([]);
    expect(ids(renamed(['name'], began + 61 * minute))).toEqual([]);
    expect(ids(renamed(['name'], Number.NaN))).toEqual([]);
    expect(ids({ ...renamed(['name', 'target']), isNearby: () => false })).toEqual([]);
  });

  it('is nothing of another kind, nothing that was known before, nothing that another one sent', () => {
    expect(ids(remote({ differsFrom: () => null }))).toEqual([]);
    expect(ids(remote(), command({ knownBefore: ['4711'] }))).toEqual([]);
    const other = command({ id: submissionIdSchema.parse('other') });
    const otherOnes = remote({ differsFrom: (row) => (row === other ? [] : ['sku']) });
    expect(ids(otherOnes, command(), [other])).toEqual([]);
  });

  it('that differs least comes first, and twenty are enough', () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      remote({ id: String(n), createdMs: began + n, differsFrom: () => (n === 25 ? [] : ['end']) }),
    );
    const row = command();
    const shown = candidatesOf(row, many, { time, open: [row] }).map(({ id }) => id);
    expect(shown).toHaveLength(20);
    expect(shown.slice(0, 3)).toEqual(['25', '0', '1']);
  });

  it('says what speaks against it', () => {
    expect(evidenceOf(remote(), command(), time)).toMatchObject({ id: '4711', older: false, differs: [] });
    const against = { ...nearly, createdMs: began - 60 * minute, mirrors: '17' };
    expect(evidenceOf(against, command(), time)).toMatchObject({ older: true, differs: ['sku', 'task_id'] });
  });
});
