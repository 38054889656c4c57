import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import { mostQueued, type Statement, type Verdict } from '../../../src-preload/contract/reviews.ts';
import { runReviews } from '../../../testing/fault-runs/reviews.ts';
import {
  createMemoryDisk,
  openReviewNadir,
  type ReviewNadir,
  reviewerIdOf,
  reviewFolder,
} from '../../../testing/reviews-world.ts';
import { sampleReview, versionOf } from '../../../testing/sample-review.ts';
import { createDisk } from '../library/holdings/disk/disk.ts';
import { readReviewText, toReviewText } from './format/review-file.ts';
import { mergeReviews, TooManyVersionsError } from './model/merge-reviews.ts';
import { createQueueQueries, createReviewQueues } from './review-queues.ts';

let clock: number;
let fault: string | null;
let memory: ReturnType<typeof createMemoryDisk>;
let nadir: ReviewNadir;
const now = () => new Date(clock);
const scenes = ['S1', 'S2', 'S3', 'S4'];
const open = (person: number, writer: number, disk = memory.disk) =>
  openReviewNadir({
    reviewer: { id: reviewerIdOf(person), name: person === 1 ? 'Ana' : 'Ben' },
    writer,
    disk,
    now,
    scenes,
  });
beforeEach(() => {
  clock = Date.UTC(2026, 5, 1);
  fault = null;
  memory = createMemoryDisk(() => fault);
  nadir = open(1, 1);
});
afterEach(() => nadir.close());

const verdict = (value: Verdict, reason = ''): Statement => ({
  field: 'verdict',
  value: { verdict: value, reason },
});
const sceneAt = (index: number, of = nadir) => {
  const id = of.ids[index];
  if (id === undefined) throw new Error(`there is no scene ${index}`);
  return id;
};
const texts = () => [...memory.files.values()];
const mine = (of = nadir) => of.reviews.ofScene(sceneAt(0, of)).reviews.find(({ isMine }) => isMine);

it.each([5, 6])(
  'a hundred merges of two people at three computers lose nothing and show each conflict (seed %i)',
  async (seed) => {
    const { failures, conflicts, lostDatabases, faults, disputes } = await runReviews({ seed, rounds: 100 });
    expect(failures).toEqual([]);
    expect(Math.min(conflicts, lostDatabases, faults)).toBeGreaterThan(25);
    expect(disputes).toBeGreaterThan(0);
  },
);

describe('a statement', () => {
  it('is in the list, and in a file that other programs can read', async () => {
    const scene = sceneAt(0);
    nadir.reviews.noteOpened(scene);
    nadir.reviews.recordStatement(scene, verdict('rejected', 'clouds'));
    nadir.reviews.recordStatement(scene, { field: 'rating', value: 2 });
    nadir.reviews.recordStatement(scene, { field: 'tags', value: ['port', 'ice'] });
    expect(nadir.listed(scene)).toEqual({
      state: 'rejected',
      rating: 2,
      tags: '["ice","port"]',
      conflicts: 0,
    });
    expect(nadir.reviews.ofScene(scene).isWaiting).toBe(true);
    await nadir.write();
    expect(nadir.reviews.ofScene(scene).isWaiting).toBe(false);
    expect([...memory.files.keys()]).toEqual([expect.stringMatching(/^\/library\/Coast\/S1\/stac-review\./)]);
    const file: unknown = JSON.parse(texts()[0] ?? '');
    expect(file).toMatchObject({
      type: 'FeatureCollection',
      features: [
        {
          geometry: null,
          properties: {
            scene: 'S1',
            reviewer: 'Ana',
            verdict: 'rejected',
            reason: 'clouds',
            tags: 'port, ice',
          },
        },
      ],
    });
  });

  it('that repeats the present value is not stored', async () => {
    const scene = sceneAt(0);
    nadir.reviews.recordStatement(scene, { field: 'rating', value: null });
    expect(nadir.reviews.ofScene(scene).reviews).toEqual([]);
    nadir.reviews.recordStatement(scene, verdict('accepted'));
    nadir.reviews.recordStatement(scene, verdict('accepted'));
    expect(nadir.reviews.history()).toMatchObject({ undo: { field: 'verdict' }, redo: null });
    nadir.reviews.undo(nadir.reviews.history().undo?.stepId ?? 0);
    expect(nadir.reviews.history().undo).toBeNull();
  });

  it('waits in the database until the scene has files', async () => {
    nadir.files.has = false;
    nadir.reviews.recordStatement(sceneAt(0), verdict('accepted'));
    await nadir.write();
    expect(memory.files.size).toBe(0);
    nadir.files.has = true;
    nadir.store.run(
      `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position) VALUES (1, 'raster', 'a', 'a.tif', '[]', 0)`,
    );
    expect(nadir.table.countPending()).toBe(0);
    nadir.store.run(`UPDATE scene_file SET path = 'Coast/S1/a.tif'`);
    expect(nadir.table.countPending()).toBe(1);
    await nadir.write();
    expect(texts()[0]).toContain('accepted');
  });

  it.each(['ENOSPC', 'EROFS', 'EIO', 'EACCES'])('stays noted on a disk that fails with %s', async (code) => {
    fault = code;
    nadir.reviews.recordStatement(sceneAt(0), verdict('accepted'));
    await nadir.write();
    expect(nadir.writing.trouble()).not.toBeNull();
    expect(nadir.table.countPending()).toBe(1);
    fault = null;
    await nadir.write();
    expect(nadir.writing.trouble()).toBeNull();
    expect(texts()[0]).toContain('accepted');
  });

  it('does not create the folder of a drive that is away', async () => {
    memory.folders.delete(reviewFolder);
    nadir.reviews.recordStatement(sceneAt(0), verdict('accepted'));
    await nadir.write();
    expect([memory.files.size, nadir.table.countPending()]).toEqual([0, 1]);
  });

  it('is refused by a review that has reached its limits', () => {
    const line = {
      type: 'LineString' as const,
      coordinates: Array.from({ length: 5_000 }, (): [number, number] => [12.1234567, 45.1234567]),
    };
    const remarks = Object.fromEntries(
      Array.from({ length: 27 }, (_, n) => [
        `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        [versionOf({ geometry: line, text: '' })],
      ]),
    );
    nadir.table.put(sceneAt(0), { ...sampleReview(), remarks }, false);
    expect(() =>
      nadir.reviews.recordStatement(sceneAt(0), { field: 'notes', value: 'x'.repeat(20_000) }),
    ).toThrow(expect.objectContaining({ code: 'CONFLICT', data: { detail: 'review-full' } }));
    expect(mine()?.notes[0]?.value).toBe('A ship.');
  });
});

describe('undo', () => {
  it('and redo each make a new statement', async () => {
    const scene = sceneAt(0);
    nadir.reviews.recordStatement(scene, verdict('accepted'));
    nadir.reviews.recordStatement(scene, verdict('rejected', 'haze'));
    const step = () => nadir.reviews.history();
    expect(await nadir.reviews.undo(step().undo?.stepId ?? 0)).toEqual({ isDone: true, kept: 0 });
    expect(mine()?.verdict).toMatchObject([{ value: { verdict: 'accepted' } }]);
    expect(await nadir.reviews.redo(step().redo?.stepId ?? 0)).toEqual({ isDone: true, kept: 0 });
    expect(mine()?.verdict).toMatchObject([{ value: { verdict: 'rejected', reason: 'haze' } }]);
    nadir.reviews.undo(step().undo?.stepId ?? 0);
    nadir.reviews.undo(step().undo?.stepId ?? 0);
    expect(nadir.reviews.ofScene(scene).summary.state).toBeNull();
    // What is stated after an undo ends what could be done again.
    nadir.reviews.recordStatement(scene, { field: 'rating', value: 3 });
    expect(step().redo).toBeNull();
  });

  it('takes back all that was stored while one text was typed, and nothing that was stated before', () => {
    const scene = sceneAt(0);
    const note = (value: string, isMore: boolean) =>
      nadir.reviews.recordStatement(scene, { field: 'notes', value }, isMore);
    const undo = () => nadir.reviews.undo(nadir.reviews.history().undo?.stepId ?? 0);
    note('A ship.', false);
    note('A ship. Two', false);
    note('A ship. Two tugs', true);
    note('A ship. Two tugs.', true);
    nadir.reviews.recordStatement(sceneAt(1), verdict('accepted'));
    undo();
    undo();
    expect(mine()?.notes[0]?.value).toBe('A ship.');
    nadir.reviews.redo(nadir.reviews.history().redo?.stepId ?? 0);
    expect(mine()?.notes[0]?.value).toBe('A ship. Two tugs.');
    // Another field was stated in between.
    nadir.reviews.recordStatement(scene, verdict('rejected'));
    note('A ship. Two tugs. Ice', true);
    undo();
    expect(mine()?.notes[0]?.value).toBe('A ship. Two tugs.');
  });

  it('of a choice between two values restores both', async () => {
    const scene = sceneAt(0);
    const other = open(1, 2);
    nadir.reviews.recordStatement(scene, { field: 'notes', value: 'here' });
    other.reviews.recordStatement(scene, { field: 'notes', value: 'there' });
    await other.write();
    await nadir.readBeside();
    const both = () =>
      mine()
        ?.notes.map(({ value }) => value)
        .sort();
    expect(both()).toEqual(['here', 'there']);
    expect(nadir.reviews.ofScene(scene).summary.conflicts).toBe(1);
    nadir.reviews.recordStatement(scene, { field: 'notes', value: 'here' });
    expect(both()).toEqual(['here']);
    nadir.reviews.undo(nadir.reviews.history().undo?.stepId ?? 0);
    expect(both()).toEqual(['here', 'there']);
    nadir.reviews.redo(nadir.reviews.history().redo?.stepId ?? 0);
    expect(both()).toEqual(['here']);
    other.close();
  });

  it('does nothing to a field that was changed since', async () => {
    const scene = sceneAt(0);
    const other = open(1, 2);
    nadir.reviews.recordStatement(scene, { field: 'rating', value: 1 });
    await nadir.write();
    await other.readBeside();
    other.reviews.recordStatement(scene, { field: 'rating', value: 5 });
    await other.write();
    await nadir.readBeside();
    expect(await nadir.reviews.undo(nadir.reviews.history().undo?.stepId ?? 0)).toEqual({
      isDone: false,
      kept: 1,
    });
    expect(mine()?.rating).toMatchObject([{ value: 5 }, { value: 1 }]);
    nadir.reviews.confirmElsewhere(scene);
    expect(mine()?.rating).toMatchObject([{ value: 5 }]);
    other.close();
  });

  it('is separate for each reviewer', () => {
    nadir.reviews.recordStatement(sceneAt(0), verdict('accepted'));
    nadir.me.current = { id: reviewerIdOf(2), name: 'Ben' };
    expect(nadir.reviews.history().undo).toBeNull();
  });
});

describe('a statement about many scenes', () => {
  const never = new AbortController().signal;
  const states = () => nadir.ids.map((id) => nadir.listed(id)?.state ?? null);
  const step = () => nadir.reviews.history();

  it('is recorded for each of them, and one step undoes and redoes all', async () => {
    nadir.reviews.recordStatement(sceneAt(1), verdict('rejected'));
    nadir.reviews.recordStatement(sceneAt(2), verdict('accepted'));
    const result = await nadir.reviews.stateMany(
      nadir.ids,
      { field: 'verdict', value: { verdict: 'accepted', reason: '' } },
      never,
    );
    expect(result).toEqual({ changed: 3, same: 1, full: 0, unknown: 0 });
    expect(states()).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
    expect(step().undo).toMatchObject({ field: 'verdict', scenes: 3 });
    expect(await nadir.reviews.undo(step().undo?.stepId ?? 0)).toEqual({ isDone: true, kept: 0 });
    expect(states()).toEqual([null, 'rejected', 'accepted', null]);
    expect(step()).toMatchObject({ undo: { scenes: 1 }, redo: { field: 'verdict', scenes: 3 } });
    await nadir.reviews.redo(step().redo?.stepId ?? 0);
    expect(states()).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
  });

  it('is undone where its field was not changed since; the other scenes are counted and stay', async () => {
    await nadir.reviews.stateMany(nadir.ids, { field: 'rating', value: 2 }, never);
    const { stepId = 0 } = step().undo ?? {};
    nadir.reviews.recordStatement(sceneAt(0), { field: 'rating', value: 5 });
    expect(await nadir.reviews.undo(stepId)).toEqual({ isDone: true, kept: 1 });
    expect(nadir.ids.map((id) => nadir.listed(id)?.rating)).toEqual([5, null, null, null]);
  });

  it('adds tags to those of each scene and takes tags away, whatever their case', async () => {
    nadir.reviews.recordStatement(sceneAt(0), { field: 'tags', value: ['Port'] });
    nadir.reviews.recordStatement(sceneAt(1), { field: 'tags', value: ['ice'] });
    await nadir.reviews.stateMany(
      nadir.ids.slice(0, 2),
      { field: 'tags', add: ['port', 'ship'], remove: ['ICE'] },
      never,
    );
    const tags = (index: number) => nadir.reviews.ofScene(sceneAt(index)).reviews[0]?.tags[0]?.value;
    expect([tags(0), tags(1)]).toEqual([
      ['Port', 'ship'],
      ['port', 'ship'],
    ]);
  });

  it('counts the scenes that have no room for it', async () => {
    nadir.reviews.recordStatement(sceneAt(0), {
      field: 'tags',
      value: Array.from({ length: 50 }, (_, i) => `tag ${i}`),
    });
    expect(
      await nadir.reviews.stateMany(
        nadir.ids.slice(0, 2),
        { field: 'tags', add: ['ship'], remove: [] },
        never,
      ),
    ).toEqual({ changed: 1, same: 0, full: 1, unknown: 0 });
  });

  it('counts as one of the changes that can be undone', async () => {
    nadir.reviews.recordStatement(sceneAt(0), { field: 'notes', value: 'first' });
    for (let i = 0; i < 100; i += 1)
      await nadir.reviews.stateMany(nadir.ids, { field: 'rating', value: 1 + (i % 5) }, never);
    for (let i = 0; i < 100; i += 1) await nadir.reviews.undo(step().undo?.stepId ?? 0);
    expect(step().undo).toMatchObject({ field: 'notes' });
  });
});

it('a folder that was read says of which scenes it had something new', async () => {
  const other = open(2, 2);
  other.reviews.recordStatement(sceneAt(0, other), verdict('accepted'));
  await other.write();
  const folder = mkdtempSync(join(tmpdir(), 'nadir-reviews-'));
  for (const [path, text] of memory.files) writeFileSync(join(folder, basename(path)), text);
  const real = open(1, 3, createDisk());
  const read = async () => {
    real.reading.start(folder);
    await real.reading.idle();
    return real.reading.status();
  };
  expect(await read()).toMatchObject({ newFiles: 1, newScenes: ['S1'], newSceneCount: 1 });
  expect(await read()).toMatchObject({ newFiles: 0, newScenes: [], newSceneCount: 0 });
  real.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('two reviewers', () => {
  it('who disagree are a conflict until one of them decides, and again after a later statement', async () => {
    const scene = sceneAt(0);
    const ben = open(2, 2);
    nadir.reviews.recordStatement(scene, verdict('accepted'));
    ben.reviews.recordStatement(scene, verdict('rejected', 'haze'));
    await ben.write();
    await nadir.readBeside();
    const state = (of = nadir) => of.reviews.ofScene(scene).summary.state;
    expect(state()).toBe('conflict');
    nadir.reviews.recordStatement(scene, { field: 'decision', value: 'rejected' });
    expect(state()).toBe('rejected');
    await nadir.write();
    await ben.readBeside();
    expect(state(ben)).toBe('rejected');
    // Nothing is lost: both verdicts are still there.
    expect(ben.reviews.ofScene(scene).reviews.map((each) => each.verdict[0]?.value?.verdict)).toEqual([
      'accepted',
      'rejected',
    ]);
    ben.reviews.recordStatement(scene, verdict('needs-task'));
    expect(state(ben)).toBe('conflict');
    ben.close();
  });

  it('who agree are no conflict, whatever their reasons; the own rating and tags are shown before those of others', async () => {
    const scene = sceneAt(0);
    const ben = open(2, 2);
    nadir.reviews.recordStatement(scene, verdict('rejected', 'clouds'));
    nadir.reviews.recordStatement(scene, { field: 'rating', value: 2 });
    nadir.reviews.recordStatement(scene, { field: 'tags', value: ['port'] });
    await nadir.write();
    await ben.readBeside();
    // A clock that went back changes no order.
    clock -= 1e10;
    ben.reviews.recordStatement(scene, verdict('rejected', 'haze'));
    ben.reviews.recordStatement(scene, { field: 'rating', value: 4 });
    ben.reviews.recordStatement(scene, { field: 'tags', value: ['ice'] });
    expect(ben.reviews.ofScene(scene).summary).toMatchObject({
      state: 'rejected',
      rating: 4,
      ratingBy: null,
      tags: ['ice', 'port'],
      tagsBy: { port: ['Ana'] },
      conflicts: 0,
    });
    // A rating that was taken back makes room for that of the other, who is named.
    ben.reviews.recordStatement(scene, { field: 'rating', value: null });
    expect(ben.reviews.ofScene(scene).summary).toMatchObject({ rating: 2, ratingBy: 'Ana' });
    ben.close();
  });
});

describe('a file', () => {
  it('that was replaced by an older copy is written again when the scene is opened', async () => {
    const scene = sceneAt(0);
    nadir.reviews.recordStatement(scene, verdict('accepted'));
    await nadir.write();
    const [[path, before] = ['', '']] = memory.files;
    nadir.reviews.recordStatement(scene, verdict('rejected', 'haze'));
    await nadir.write();
    memory.files.set(path, before);
    await nadir.readBeside();
    expect(mine()?.verdict).toMatchObject([{ value: { verdict: 'rejected' } }]);
    await nadir.write();
    expect(memory.files.get(path)).toContain('haze');
    memory.files.delete(path);
    await nadir.readBeside();
    await nadir.write();
    expect(memory.files.get(path)).toContain('haze');
  });

  it('of an unknown scene is reported, and that of another scene in the folder is not read', async () => {
    const other = { ...sampleReview(2), scene: { ...sampleReview().scene, sceneId: 'S2' } };
    memory.files.set(`${reviewFolder}/stac-review.b.json`, toReviewText(other, 'b00000000002'));
    await nadir.reading.beside(sceneAt(0), reviewFolder);
    expect(nadir.reviews.ofScene(sceneAt(0)).reviews).toEqual([]);
    await nadir.reading.beside(sceneAt(1), reviewFolder);
    expect(nadir.reviews.ofScene(sceneAt(1)).reviews).toHaveLength(1);
  });

  it('with too many different values is refused, and both reviews stay as they are', () => {
    const review = sampleReview();
    const crowd = (first: number) =>
      Array.from({ length: 20 }, (_, n) =>
        versionOf(`note ${first + n}`, { writer: (first + n).toString(16).padStart(12, '0') }),
      );
    const one = { ...review, fields: { ...review.fields, notes: crowd(0) } };
    const other = { ...review, fields: { ...review.fields, notes: crowd(100) } };
    expect(() => mergeReviews(one, other)).toThrow(TooManyVersionsError);
    expect(mergeReviews(one, one).fields.notes).toHaveLength(20);
  });

  it('has the reviewer’s name of the last statement, and does not change when it is read', () => {
    const text = toReviewText(sampleReview(), 'b00000000001');
    const read = readReviewText(text);
    if (typeof read === 'string') throw new Error(read);
    expect(toReviewText(read.review, read.writer)).toBe(text);
    const renamed = { ...sampleReview(), reviewer: { ...sampleReview().reviewer, name: 'Ana María' } };
    const later = {
      ...renamed,
      fields: { ...renamed.fields, rating: [versionOf(5, { counter: 9, past: { b00000000001: 5 } })] },
    };
    expect(mergeReviews(sampleReview(), later).reviewer.name).toBe('Ana María');
    expect(mergeReviews(later, sampleReview())).toEqual(mergeReviews(sampleReview(), later));
  });
});

describe('a new name of the reviewer', () => {
  it('is in the reviews of before and in their files, and others see one person with it', async () => {
    nadir.reviews.recordStatement(sceneAt(0), verdict('rejected', 'haze'));
    nadir.reviews.recordStatement(sceneAt(1), verdict('accepted'));
    await nadir.write();
    const ben = open(2, 2);
    await ben.readBeside();
    const namesIn = (of: ReviewNadir) =>
      [0, 1].map((n) => of.reviews.ofScene(sceneAt(n, of)).reviews.map(({ name }) => name));
    expect(namesIn(ben)).toEqual([['Ana'], ['Ana']]);

    // Earlier in the alphabet than the old one, and with the same statements.
    nadir.me.current = {
      ...nadir.me.current,
      name: 'Aida',
      nameCounter: nadir.table.nextNameCounter(reviewerIdOf(1)),
    };
    expect(nadir.reviews.rename()).toEqual([sceneAt(0), sceneAt(1)]);
    expect(namesIn(nadir)).toEqual([['Aida'], ['Aida']]);
    await nadir.write();
    expect(texts().every((text) => text.includes('"Aida"') && !text.includes('"Ana"'))).toBe(true);
    // A name is no statement, so it is no news.
    const first = nadir.table.ofScene(sceneAt(0))[0];
    if (first === undefined) throw new Error('there is no review');
    expect(ben.store.transaction(() => ben.reviews.accept(sceneAt(0, ben), first, false))).toBe(false);
    await ben.readBeside();
    expect(namesIn(ben)).toEqual([['Aida'], ['Aida']]);
    expect(ben.table.reviewers()).toEqual([{ reviewerId: reviewerIdOf(1), name: 'Aida' }]);
    expect(nadir.table.nextNameCounter(reviewerIdOf(1))).toBe(2);
    ben.close();
  });
});

describe('a queue', () => {
  const start = () => {
    const queues = createReviewQueues({ store: nadir.store, now });
    const queries = createQueueQueries({ store: nadir.store });
    const me = reviewerIdOf(1);
    return { queues, queries, me, shown: () => queries.queues(me)[0] };
  };
  const packed = (...ids: number[]) => ids.join(idSeparator);

  it('stores its order and the position of the reviewer, and counts the scenes that are left', () => {
    const { queues, queries, me, shown } = start();
    const queueId = queues.create('Coast', packed(3, 1, 4, 1));
    expect(queries.queueScenes(queueId)).toEqual([3, 1, 4]);
    expect(shown()).toMatchObject({ position: 0, librarySceneId: 3 });
    const positions = [3, 4, 5].map((id) => queries.queuePosition(queueId, librarySceneIdSchema.parse(id)));
    expect(positions).toEqual([0, 2, null]);
    expect(shown()).toMatchObject({ name: 'Coast', total: 3, left: 3, position: 0 });
    nadir.reviews.recordStatement(sceneAt(0), verdict('accepted'));
    nadir.reviews.recordStatement(sceneAt(2), { field: 'rating', value: 1 });
    expect(queues.openAt(queueId, 1, me)).toEqual({ position: 1, librarySceneId: 1 });
    expect(shown()).toMatchObject({ left: 2, position: 1 });
    expect(queues.openAt(queueId, 'left', me)).toEqual({ position: 2, librarySceneId: 4 });
    nadir.reviews.recordStatement(sceneAt(3), verdict('rejected'));
    expect(queues.openAt(queueId, 'left', me)).toEqual({ position: 0, librarySceneId: 3 });
    // Another reviewer has all of it before them.
    expect(queries.queues(reviewerIdOf(2))[0]).toMatchObject({ left: 3 });
    queues.remove(queueId);
    expect(shown()).toBeUndefined();
    expect(queues.openAt(queueId, 0, me)).toBeNull();
  });

  it('cannot be created without scenes, with too many, or with invalid ids', () => {
    const { queues } = start();
    const tooMany = packed(...Array.from({ length: mostQueued + 1 }, (_, n) => n + 1));
    for (const ids of ['', tooMany, 'x', packed(-1), packed(1.5)])
      expect(() => queues.create('x', ids)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
  });

  it('is removed if it is the oldest beyond the limit', () => {
    const { queues, queries, me } = start();
    for (let n = 0; n < 60; n += 1) queues.create(`Queue ${n}`, packed(1));
    expect(queries.queues(me)).toHaveLength(50);
    expect(queries.queues(me)[0]?.name).toBe('Queue 59');
  });
});
