import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { libraryFileIdSchema } from '../../../src-preload/contract/ids.ts';
import { createCheckpointWriter } from './checkpoint-writer.ts';
import { emptyJournal, type Journal, type JournalNote } from './journal.ts';

const mebi = 1_024 * 1_024;
const [one, two] = [libraryFileIdSchema.parse(1), libraryFileIdSchema.parse(2)];
const journal: Journal = { ...emptyJournal, totalBytes: 100 * mebi, validator: '"v1"' };
const grown = (start: number, end: number): JournalNote => ({
  kind: 'grown',
  blocks: [{ start, end, crc: end }],
});

let commits: [number, JournalNote][][];
let lasted: string[];
let clock: number;
let errors: unknown[];
let broken: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  [commits, lasted, clock, errors, broken] = [[], [], 0, [], false];
});
afterEach(() => {
  vi.useRealTimers();
});

function createWriter() {
  let open: [number, JournalNote][] | null = null;
  return createCheckpointWriter({
    table: {
      journal(fileId, _journal, note) {
        if (open) open.push([fileId, note]);
        else commits.push([[fileId, note]]);
      },
    },
    now: () => clock,
    inOneCommit(work, lasting) {
      if (broken) throw new Error('disk full');
      open = [];
      work();
      commits.push(open);
      lasted.push(lasting);
      open = null;
    },
    onError: (error) => errors.push(error),
  });
}

it('makes one commit of many notes, each block as it was last', () => {
  const checkpoints = createWriter();
  checkpoints.save(one, journal, grown(0, 10));
  checkpoints.save(one, journal, grown(0, 20));
  checkpoints.save(two, journal, grown(5, 6));
  expect(commits).toEqual([]);
  vi.runAllTimers();
  expect(commits).toEqual([
    [
      [1, grown(0, 20)],
      [2, grown(5, 6)],
    ],
  ]);
});

it('does not wait with much: a crash would cost it', () => {
  const checkpoints = createWriter();
  checkpoints.save(one, journal, grown(0, mebi));
  // Grown by half of one more, not by one and a half.
  checkpoints.save(one, journal, grown(0, 1.5 * mebi));
  expect(commits).toEqual([]);
  checkpoints.save(one, journal, grown(0, 2 * mebi));
  expect(commits).toHaveLength(1);
});

it('waits for the disk once a second at most', () => {
  const checkpoints = createWriter();
  for (let at = 0; at < 5; at += 1) {
    clock = at * 300;
    checkpoints.save(one, journal, grown(0, (at + 1) * 2 * mebi));
  }
  expect(lasted).toEqual(['lasting', 'passing', 'passing', 'passing', 'lasting']);
});

it('says at once that nothing holds any more, and nothing older afterwards', () => {
  const checkpoints = createWriter();
  checkpoints.save(one, journal, grown(0, 10));
  checkpoints.save(one, emptyJournal, { kind: 'cleared' });
  expect(commits).toEqual([[[1, { kind: 'cleared' }]]]);
  checkpoints.flush();
  expect(commits).toHaveLength(1);
});

it('of what is done it says nothing any more', () => {
  const checkpoints = createWriter();
  checkpoints.save(one, journal, grown(0, 10));
  checkpoints.forget(one);
  checkpoints.flush();
  expect(commits).toEqual([]);
});

it('what could not be committed goes with the next', () => {
  const checkpoints = createWriter();
  broken = true;
  checkpoints.save(one, journal, grown(0, 10));
  vi.runAllTimers();
  expect(errors).toHaveLength(1);
  broken = false;
  checkpoints.save(two, journal, grown(0, 1));
  vi.runAllTimers();
  expect(commits[0]?.map(([fileId]) => fileId)).toEqual([1, 2]);
});
