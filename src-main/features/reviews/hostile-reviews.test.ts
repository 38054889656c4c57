import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReviewProblem } from '../../../src-preload/contract/reviews.ts';
import {
  createMemoryDisk,
  openReviewNadir,
  reviewerIdOf,
  reviewFolder,
} from '../../../testing/reviews-world.ts';
import { sampleReview, versionOf } from '../../../testing/sample-review.ts';
import { createDisk } from '../library/holdings/disk/disk.ts';
import { type FoundReviews, readReviews } from './disk/read-reviews.ts';
import { readReviewText, reviewFileName, toReviewText } from './format/review-file.ts';
import type { Review } from './model/review.ts';

const writer = 'b00000000001';
const good = () => toReviewText(sampleReview(), writer);
const head = ['nadir:review'];
const of = (...path: (string | number)[]) => [...head, 'review', ...path];
const remark = (...path: (string | number)[]) =>
  of('remarks', '00000000-0000-4000-8000-000000000001', 0, 'value', ...path);
const verdict = (...path: (string | number)[]) => of('fields', 'verdict', 0, ...path);

/** Sets a value deep in a copy of a good file; undefined removes it. */
function changed(path: readonly (string | number)[], value: unknown): string {
  const file: unknown = JSON.parse(good());
  let inner = file;
  for (const key of path.slice(0, -1)) inner = Reflect.get(Object(inner), key);
  Reflect.set(Object(inner), path.at(-1) ?? '', value);
  return JSON.stringify(file);
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const many = <T>(count: number, value: (n: number) => T) => Array.from({ length: count }, (_, n) => value(n));
const point = (coordinates: unknown) => ({ type: 'Point', coordinates });
const versions = (count: number) =>
  many(count, (n) => ({
    value: null,
    writer: n.toString(16).padStart(12, '0'),
    counter: 1,
    past: {},
    at: '2026-03-01T10:00:00.000Z',
  }));
const past = (count: number) => Object.fromEntries(many(count, (n) => [n.toString(16).padStart(12, '0'), 1]));
const keysOf = (count: number) =>
  Object.fromEntries(many(count, (n) => [`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, []]));

type Case = [name: string, text: string, problem: ReviewProblem];
const cases: Case[] = [
  ...(
    [
      ['empty', ''],
      ['cut', good().slice(0, 400)],
      ['twice', good() + good()],
      ['a word', 'accepted'],
      ['with a comma at the end', good().replace(/\}\s*$/, '},')],
      ['bytes', '\u0000\u0001\ufffd'],
      ['HTML', '<html><body>review</body></html>'],
      ['with NaN', good().replace('"counter": 1', '"counter": NaN')],
      ['with Infinity', good().replace('"counter": 1', '"counter": Infinity')],
      ['in single quotes', "{'type':'FeatureCollection'}"],
      ['with a comment', `// review\n${good()}`],
      ['open for ever', '{"a":'.repeat(5_000)],
    ] as const
  ).map(([name, text]): Case => [name, text, 'not-json']),
  ...(
    [
      ['null', 'null'],
      ['a number', '42'],
      ['a text', '"review"'],
      ['a list', '[]'],
      ['an empty object', '{}'],
      ['another GeoJSON', '{"type":"FeatureCollection","features":[]}'],
      ['a feature', changed(['type'], 'Feature')],
      ['of a type in capitals', changed(['type'], 'FEATURECOLLECTION')],
      ['of no type', changed(['type'], undefined)],
      ['without its head', changed(head, undefined)],
      ['with a head that is null', changed(head, null)],
      ['with a head that is a text', changed(head, 'x')],
      ['with a head that is a list', changed(head, [])],
      ['without a version', changed([...head, 'version'], undefined)],
      ['of a version in words', changed([...head, 'version'], '1')],
    ] as const
  ).map(([name, text]): Case => [name, text, 'not-review']),
  ['of a later version', changed([...head, 'version'], 2), 'other-version'],
  ['of version zero', changed([...head, 'version'], 0), 'other-version'],
  ['of a broken version', changed([...head, 'version'], 1.5), 'other-version'],
  ['nested very deep', `{"type":"FeatureCollection","features":${deep(5_000)}}`, 'too-complex'],
  ['nested deep in its head', changed(of('fields'), JSON.parse(deep(150))), 'too-complex'],
  [
    'of very many parts',
    changed(
      ['features'],
      many(250_001, () => 0),
    ),
    'too-complex',
  ],
  ['very large', `${good()}${' '.repeat(9 * 1024 * 1024)}`, 'too-large'],
  ...(
    [
      ['without features', changed(['features'], undefined)],
      ['with features that are a text', changed(['features'], 'x')],
      ['without a writer', changed([...head, 'writer'], undefined)],
      ['of a writer that leads out', changed([...head, 'writer'], '../../etc')],
      ['of a writer in capitals', changed([...head, 'writer'], 'B00000000001')],
      ['of a long writer', changed([...head, 'writer'], 'b'.repeat(10_000))],
      ['without a digest', changed([...head, 'digest'], undefined)],
      ['with a digest that is a number', changed([...head, 'digest'], 5)],
      ['with a long digest', changed([...head, 'digest'], 'x'.repeat(1_000))],
      ['without content', changed(of(), undefined)],
      ['with content that is null', changed(of(), null)],
      ['with content that is a list', changed(of(), [])],
      ['without a scene', changed(of('scene'), undefined)],
      ['of a scene without a name', changed(of('scene', 'sceneId'), '')],
      ['of a scene with a number as name', changed(of('scene', 'sceneId'), 7)],
      ['of a scene with a long name', changed(of('scene', 'sceneId'), 'x'.repeat(301))],
      ['of a contract that is a list', changed(of('scene', 'contractId'), [])],
      ['of a service that is long', changed(of('scene', 'service'), 'x'.repeat(301))],
      ['of a connection that is empty', changed(of('scene', 'connectionId'), '')],
      ['without a reviewer', changed(of('reviewer'), undefined)],
      ['of a reviewer that leads out', changed(of('reviewer', 'id'), '../../../x')],
      ['of a reviewer with a separator', changed(of('reviewer', 'id'), 'a0/000000001')],
      ['of a reviewer that is short', changed(of('reviewer', 'id'), 'a1')],
      ['of a reviewer with a long name', changed(of('reviewer', 'name'), 'x'.repeat(121))],
      ['of a reviewer whose name is an object', changed(of('reviewer', 'name'), {})],
      ['seen at no time', changed(of('seen', 'last'), 'yesterday')],
      ['seen at a number', changed(of('seen', 'last'), 5)],
      ['seen at a day that is not', changed(of('seen', 'first'), '2026-02-31T10:00:00.000Z')],
      ['without fields', changed(of('fields'), undefined)],
      ['without a field', changed(of('fields', 'verdict'), undefined)],
      ['with a field that is an object', changed(of('fields', 'verdict'), {})],
      ['with a verdict of its own', changed(verdict('value', 'verdict'), 'perfect')],
      ['with a verdict that is a list', changed(verdict('value'), [])],
      ['without a reason', changed(verdict('value', 'reason'), undefined)],
      ['with a long reason', changed(verdict('value', 'reason'), 'x'.repeat(301))],
      ['with a statement of no writer', changed(verdict('writer'), undefined)],
      ['with a statement of a bad writer', changed(verdict('writer'), 'x')],
      ['stated at no time', changed(verdict('at'), '')],
      ['stated at a time without a zone', changed(verdict('at'), '2026-03-01T10:00:00')],
      ['stated at a long time', changed(verdict('at'), `2026-03-01T10:00:00.${'0'.repeat(90)}Z`)],
      ['rated six', changed(of('fields', 'rating', 0, 'value'), 6)],
      ['rated zero', changed(of('fields', 'rating', 0, 'value'), 0)],
      ['rated in halves', changed(of('fields', 'rating', 0, 'value'), 2.5)],
      ['rated in words', changed(of('fields', 'rating', 0, 'value'), 'two')],
      ['with tags that are numbers', changed(of('fields', 'tags', 0, 'value'), [5])],
      ['with an empty tag', changed(of('fields', 'tags', 0, 'value'), [' '])],
      ['with a long tag', changed(of('fields', 'tags', 0, 'value'), ['x'.repeat(61)])],
      ['with tags that are null', changed(of('fields', 'tags', 0, 'value'), null)],
      ['with long notes', changed(of('fields', 'notes', 0, 'value'), 'x'.repeat(20_001))],
      ['with notes that are an object', changed(of('fields', 'notes', 0, 'value'), {})],
      ['with notes that are null', changed(of('fields', 'notes', 0, 'value'), null)],
      ['with a decision of its own', changed(of('fields', 'decision'), [{ value: 'x' }])],
      ['without remarks', changed(of('remarks'), undefined)],
      ['with remarks in a list', changed(of('remarks'), [])],
      ['with a remark that leads out', changed(of('remarks'), { '../../x': [] })],
      ['with a remark named constructor', changed(of('remarks'), { constructor: [] })],
      ['with a remark of a long text', changed(remark('text'), 'x'.repeat(2_001))],
      ['with a remark without a text', changed(remark('text'), undefined)],
      ['with a remark that is a number', changed(remark(), 5)],
    ] as const
  ).map(([name, text]): Case => [name, text, 'invalid']),
  ...(
    [
      ['with a count of zero', changed(verdict('counter'), 0)],
      ['with a count below zero', changed(verdict('counter'), -1)],
      ['with a broken count', changed(verdict('counter'), 1.5)],
      ['with a count in words', changed(verdict('counter'), '1')],
      ['with a count without end', changed(verdict('counter'), 1e300)],
      ['with a count that leaves no room', changed(verdict('counter'), 9_000_000_000_000_001)],
      ['without a count', changed(verdict('counter'), undefined)],
      ['without a past', changed(verdict('past'), undefined)],
      ['with a past in words', changed(verdict('past'), 'x')],
      ['with a past of no writer', changed(verdict('past'), { x: 1 })],
      ['with a past of very high counts', changed(verdict('past'), { b00000000001: 1e300 })],
      ['with a past of very many', changed(verdict('past'), past(300))],
    ] as const
  ).map(([name, text]): Case => [name, text, 'clock']),
  ...(
    [
      ['without a place', changed(remark('geometry'), undefined)],
      ['with a place that is null', changed(remark('geometry'), null)],
      ['of another shape', changed(remark('geometry', 'type'), 'MultiPoint')],
      ['of a place in words', changed(remark('geometry'), point('3, 45'))],
      ['of a place of one number', changed(remark('geometry'), point([3]))],
      ['of a place of three numbers', changed(remark('geometry'), point([3, 45, 100]))],
      ['of a place beyond a pole', changed(remark('geometry'), point([3, 91]))],
      ['of a place beyond two turns', changed(remark('geometry'), point([721, 45]))],
      ['of a place that is null', changed(remark('geometry'), point([null, null]))],
      ['of a place nested too deep', changed(remark('geometry'), point([[3, 45]]))],
      ['of a line of one place', changed(remark('geometry'), { type: 'LineString', coordinates: [[3, 45]] })],
      ['of an area without a ring', changed(remark('geometry'), { type: 'Polygon', coordinates: [] })],
      [
        'of an area of three places',
        changed(remark('geometry'), { type: 'Polygon', coordinates: [many(3, (n) => [n, n])] }),
      ],
      [
        'of an area with holes',
        changed(remark('geometry'), { type: 'Polygon', coordinates: many(2, () => many(5, (n) => [n, n])) }),
      ],
      [
        'of a line of very many places',
        changed(remark('geometry'), { type: 'LineString', coordinates: many(5_001, (n) => [n % 90, 1]) }),
      ],
      [
        'of very many bad places',
        changed(remark('geometry'), { type: 'LineString', coordinates: many(60_000, () => 'x') }),
      ],
    ] as const
  ).map(([name, text]): Case => [name, text, 'geometry']),
  ['with very many statements of a field', changed(of('fields', 'verdict'), versions(33)), 'too-many'],
  [
    'with very many tags',
    changed(
      of('fields', 'tags', 0, 'value'),
      many(51, (n) => `t${n}`),
    ),
    'too-many',
  ],
  ['with very many remarks', changed(of('remarks'), keysOf(501)), 'too-many'],
];

it('there are more than a hundred cases', () => {
  expect(cases.length).toBeGreaterThan(100);
  expect(readReviewText(good())).toMatchObject({ isUnchanged: true });
});

describe('a review file', () => {
  it.each(cases)('%s is refused with its reason, and never replaced', async (_, text, problem) => {
    expect(readReviewText(text)).toBe(problem);
    const { disk, files } = createMemoryDisk();
    const nadir = openReviewNadir({
      reviewer: { id: reviewerIdOf(1), name: 'Ana' },
      writer: 1,
      disk,
      scenes: ['S1'],
      now: () => new Date('2026-03-02T00:00:00Z'),
    });
    try {
      const [scene = nadir.ids[0]] = nadir.ids;
      if (scene === undefined) throw new Error('there is no scene');
      const path = `${reviewFolder}/${reviewFileName(sampleReview(), nadir.table.writer(), 1)}`;
      files.set(path, text);
      files.set(`${reviewFolder}/stac-review.other.json`, toReviewText(sampleReview(2), 'b00000000009'));
      await nadir.readBeside();
      // Whatever the one is, the other one counts.
      expect(nadir.reviews.ofScene(scene)).toMatchObject({
        summary: { state: 'rejected' },
        problems: [{ path: path.split('/').at(-1), problem }],
      });
      nadir.reviews.recordStatement(scene, { field: 'rating', value: 5 });
      await nadir.write();
      expect(files.get(path)).toBe(text);
      const written = files.get(`${reviewFolder}/${reviewFileName(sampleReview(), nadir.table.writer(), 2)}`);
      expect(readReviewText(written ?? '')).toMatchObject({ isUnchanged: true });
      expect(nadir.errors).toEqual([]);
    } finally {
      nadir.close();
    }
  });

  describe('with counters far ahead', () => {
    const highest = 9_000_000_000_000_000;
    const withClock = (n: number, counter: number) => {
      const review = sampleReview(n);
      return { ...review, fields: { ...review.fields, rating: [versionOf(1, { counter })] } };
    };
    function openWith(review: Review, by: string) {
      const { disk, files } = createMemoryDisk();
      const nadir = openReviewNadir({
        reviewer: { id: reviewerIdOf(1), name: 'Ana' },
        writer: 1,
        disk,
        scenes: ['S1'],
        now: () => new Date('2026-03-02T00:00:00Z'),
      });
      const [scene] = nadir.ids;
      if (scene === undefined) throw new Error('there is no scene');
      const name = reviewFileName(review, by, 1);
      files.set(`${reviewFolder}/${name}`, toReviewText(review, by));
      return { nadir, scene, name, files };
    }
    const rate = { field: 'rating', value: 5 } as const;
    const mine = ({ nadir, scene }: ReturnType<typeof openWith>) =>
      nadir.reviews.ofScene(scene).reviews.find(({ isMine }) => isMine)?.rating;

    it.each([1_000_000_000, highest])(
      'of another reviewer (%i) is refused, and the scene stays open',
      async (counter) => {
        const world = openWith(withClock(2, counter), 'b00000000009');
        const { nadir, scene, name } = world;
        await nadir.readBeside();
        expect(nadir.reviews.ofScene(scene)).toMatchObject({
          reviews: [],
          problems: [{ path: name, problem: 'clock' }],
        });
        nadir.reviews.recordStatement(scene, rate);
        expect(mine(world)).toMatchObject([{ value: 5 }]);
        nadir.close();
      },
    );

    it('is told when a whole folder is read, too', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'nadir-reviews-'));
      const world = openWith(withClock(2, highest), 'b00000000009');
      const { nadir, name, files } = world;
      const disk = createDisk();
      writeFileSync(join(folder, name), files.get(`${reviewFolder}/${name}`) ?? '');
      const real = openReviewNadir({
        reviewer: { id: reviewerIdOf(1), name: 'Ana' },
        writer: 1,
        disk,
        scenes: ['S1'],
        now: () => new Date('2026-03-02T00:00:00Z'),
      });
      real.reading.start(folder);
      await real.reading.idle();
      expect(real.reading.status().problems).toEqual([{ path: name, problem: 'clock' }]);
      nadir.close();
      real.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('in place of the own file is never merged: the review gets another name', async () => {
      const world = openWith(withClock(1, highest), 'b00000000001');
      const { nadir, scene, name, files } = world;
      const forged = files.get(`${reviewFolder}/${name}`);
      nadir.reviews.recordStatement(scene, rate);
      await nadir.write();
      expect(files.get(`${reviewFolder}/${name}`)).toBe(forged);
      expect(files.has(`${reviewFolder}/${reviewFileName(sampleReview(1), 'b00000000001', 2)}`)).toBe(true);
      nadir.reviews.recordStatement(scene, { field: 'rating', value: 4 });
      expect(mine(world)).toMatchObject([{ value: 4 }]);
      nadir.close();
    });

    it('within what a scene can have are merged, again and again, and the scene stays open', async () => {
      const world = openWith(withClock(2, 1_000_000), 'b00000000009');
      const { nadir, scene } = world;
      for (let n = 1; n <= 3; n += 1) nadir.reviews.accept(scene, withClock(2, n * 1_000_000), false);
      nadir.reviews.recordStatement(scene, rate);
      expect(mine(world)).toMatchObject([{ value: 5 }]);
      nadir.close();
    });
  });

  describe('under the name of the user, written by somebody else,', () => {
    const stranger = 'b00000000666';
    const accepted = { field: 'verdict', value: { verdict: 'accepted', reason: '' } } as const;
    function openAccepted() {
      const { disk, files } = createMemoryDisk();
      const nadir = openReviewNadir({
        reviewer: { id: reviewerIdOf(1), name: 'Ana' },
        writer: 1,
        disk,
        scenes: ['S1'],
        now: () => new Date('2026-03-02T00:00:00Z'),
      });
      const [scene] = nadir.ids;
      if (scene === undefined) throw new Error('there is no scene');
      nadir.reviews.recordStatement(scene, accepted);
      /** What the page shows of the scene. */
      const shown = () => {
        const { isDisputed, summary } = nadir.reviews.ofScene(scene);
        return { isDisputed, state: summary.state };
      };
      return { nadir, scene, files, shown };
    }
    const forged = (writer: string, fields: Partial<Review['fields']>): Review => {
      const review = sampleReview(1);
      return {
        ...review,
        fields: { verdict: [], rating: [], tags: [], notes: [], decision: [], ...fields },
        remarks: {},
        reviewer: { ...review.reviewer, name: writer },
      };
    };
    const over = { b00000000001: 5 };
    const rejects = (writer: string) =>
      forged(writer, {
        verdict: [versionOf({ verdict: 'rejected', reason: '' }, { writer, counter: 6, past: over })],
      });

    it.each([
      ['with a writer of its own', stranger],
      ['with the writer of this database', 'b00000000001'],
    ])(
      '%s, a verdict that replaces one of this computer is a conflict until the user chooses',
      async (_, writer) => {
        const { nadir, scene, files, shown } = openAccepted();
        files.set(`${reviewFolder}/stac-review.forged.json`, toReviewText(rejects(writer), writer));
        await nadir.readBeside();
        await nadir.write();
        await nadir.readBeside();
        const disputed = nadir.reviews.ofScene(scene);
        expect(disputed).toMatchObject({ isDisputed: true, summary: { state: 'conflict', conflicts: 1 } });
        expect(disputed.reviews[0]?.verdict.map(({ value }) => value?.verdict).sort()).toEqual([
          'accepted',
          'rejected',
        ]);
        expect(nadir.listed(scene)).toMatchObject({ state: 'conflict', conflicts: 1 });

        nadir.reviews.recordStatement(scene, accepted);
        await nadir.write();
        await nadir.readBeside();
        expect(shown()).toMatchObject({ isDisputed: false, state: 'accepted' });
        expect(nadir.listed(scene)).toMatchObject({ state: 'accepted', conflicts: 0 });
        nadir.close();
      },
    );

    it('a choice between two statements that is undone leaves both, and no verdict that was decided against', async () => {
      const { nadir, scene, files, shown } = openAccepted();
      files.set(`${reviewFolder}/stac-review.forged.json`, toReviewText(rejects(stranger), stranger));
      await nadir.readBeside();
      nadir.reviews.recordStatement(scene, accepted);
      expect(shown().state).toBe('accepted');
      await nadir.reviews.undo(nadir.reviews.history().undo?.stepId ?? -1);
      expect(shown().state).toBe('conflict');
      await nadir.write();
      await nadir.readBeside();
      expect(shown().state).toBe('conflict');
      await nadir.reviews.redo(nadir.reviews.history().redo?.stepId ?? -1);
      expect(shown().state).toBe('accepted');
      nadir.close();
    });

    it('a verdict that the user confirms or repeats is used', async () => {
      for (const confirm of [true, false]) {
        const { nadir, scene, files, shown } = openAccepted();
        files.set(`${reviewFolder}/stac-review.forged.json`, toReviewText(rejects(stranger), stranger));
        await nadir.readBeside();
        if (confirm) nadir.reviews.confirmElsewhere(scene);
        else
          nadir.reviews.recordStatement(scene, {
            field: 'verdict',
            value: { verdict: 'rejected', reason: '' },
          });
        expect(shown()).toMatchObject({ isDisputed: false, state: 'rejected' });
        expect(nadir.listed(scene)).toMatchObject({ state: 'rejected', conflicts: 0 });
        nadir.close();
      }
    });

    it('a decision over the verdict of this computer is a conflict until the user decides', async () => {
      const { nadir, scene, files, shown } = openAccepted();
      const [own] = nadir.table.ofScene(scene)[0]?.fields.verdict ?? [];
      const value = {
        verdict: 'rejected' as const,
        over: [{ reviewer: reviewerIdOf(1), writer: 'b00000000001', counter: own?.counter ?? 0 }],
      };
      const review = forged(stranger, { decision: [versionOf(value, { writer: stranger, counter: 6 })] });
      files.set(`${reviewFolder}/stac-review.forged.json`, toReviewText(review, stranger));
      await nadir.readBeside();
      expect(shown()).toMatchObject({ isDisputed: true, state: 'conflict' });
      nadir.reviews.recordStatement(scene, { field: 'decision', value: 'accepted' });
      expect(shown()).toMatchObject({ isDisputed: false, state: 'accepted' });
      nadir.close();
    });

    it('a forged file in place of the own one does not replace what it is written over', async () => {
      const { nadir, files, shown } = openAccepted();
      const review = rejects('b00000000001');
      files.set(
        `${reviewFolder}/${reviewFileName(review, 'b00000000001', 1)}`,
        toReviewText(review, 'b00000000001'),
      );
      await nadir.write();
      expect(shown()).toMatchObject({ isDisputed: true, state: 'conflict' });
      nadir.close();
    });

    it('says the same, or something new, without a dispute', async () => {
      const { nadir, files, shown } = openAccepted();
      const review = forged(stranger, {
        verdict: [versionOf(accepted.value, { writer: stranger, counter: 6, past: over })],
        notes: [versionOf('A note.', { writer: stranger, counter: 7 })],
      });
      files.set(`${reviewFolder}/stac-review.other.json`, toReviewText(review, stranger));
      await nadir.readBeside();
      expect(shown()).toMatchObject({ isDisputed: false, state: 'accepted' });
      nadir.close();
    });
  });

  it('that was changed by hand is used, reported, and not replaced', async () => {
    const text = good().replace('"A ship."', '"Two ships."');
    expect(readReviewText(text)).toMatchObject({ isUnchanged: false });
    const { disk, files } = createMemoryDisk();
    const nadir = openReviewNadir({
      reviewer: { id: reviewerIdOf(1), name: 'Ana' },
      writer: 1,
      disk,
      scenes: ['S1'],
      now: () => new Date('2026-03-02T00:00:00Z'),
    });
    const [scene] = nadir.ids;
    if (scene === undefined) throw new Error('there is no scene');
    const path = `${reviewFolder}/${reviewFileName(sampleReview(), nadir.table.writer(), 1)}`;
    files.set(path, text);
    await nadir.readBeside();
    expect(nadir.reviews.ofScene(scene).reviews[0]?.notes).toMatchObject([{ value: 'Two ships.' }]);
    expect(nadir.reviews.ofScene(scene).problems).toMatchObject([{ problem: 'changed-by-hand' }]);
    nadir.reviews.recordStatement(scene, { field: 'notes', value: 'Three ships.' });
    await nadir.write();
    expect(files.get(path)).toBe(text);
    nadir.close();
  });
});

describe('a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nadir-reviews-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function read(root: string) {
    const all: FoundReviews = { reviews: [], problems: [], entries: 0 };
    for await (const found of readReviews(createDisk(), root)) {
      all.reviews.push(...found.reviews);
      all.problems.push(...found.problems);
    }
    return {
      names: all.reviews.map(({ path }) => path),
      problems: all.problems.map(({ problem }) => problem),
    };
  }

  it('with symbolic links: none is followed', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'nadir-outside-'));
    writeFileSync(join(outside, 'stac-review.x.json'), good());
    symlinkSync(outside, join(folder, 'linked'));
    symlinkSync(folder, join(folder, 'around'));
    symlinkSync(join(outside, 'stac-review.x.json'), join(folder, 'stac-review.link.json'));
    expect(await read(folder)).toEqual({ names: [], problems: ['unreadable'] });
    rmSync(outside, { recursive: true });
  });

  it('that is too deep, or Nadir’s own, is not read; a single file is read', async () => {
    for (const place of ['a/b/c/d/e/f/g/h/i/j/k/l/m/n', '_catalog/x', '.partial/x', 'Coast/S1']) {
      mkdirSync(join(folder, place), { recursive: true });
      writeFileSync(join(folder, place, 'stac-review.x.json'), good());
    }
    mkdirSync(join(folder, 'Coast/S2/stac-review.folder.json'), { recursive: true });
    expect(await read(folder)).toEqual({ names: ['Coast/S1/stac-review.x.json'], problems: ['too-deep'] });
    const file = join(folder, 'Coast/S1/stac-review.x.json');
    expect(await read(file)).toEqual({ names: ['stac-review.x.json'], problems: [] });
    await expect(read(join(folder, 'away'))).rejects.toThrow(/ENOENT/);
  });

  it('with very many files is read in batches', async () => {
    for (let n = 0; n < 120; n += 1)
      writeFileSync(join(folder, `stac-review.${n}.json`), n % 2 ? 'x' : good());
    const { names, problems } = await read(folder);
    expect(names).toHaveLength(60);
    expect(problems).toHaveLength(60);
  });
});
