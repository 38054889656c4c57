import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Footprint } from '../../../../src-preload/contract/geometry.ts';
import { connectionIdSchema, type LibraryFileId, type RuleId } from '../../../../src-preload/contract/ids.ts';
import type { RuleDraft } from '../../../../src-preload/contract/rules.ts';
import { createRulesHarness, type RulesHarness, ruleScope } from '../../../../testing/rules-harness.ts';
import { AppError } from '../../../core/app-error.ts';

let harness: RulesHarness;
beforeEach(() => {
  harness = createRulesHarness();
});
afterEach(async () => {
  await harness.end();
  expect(harness.errors).toEqual([]);
});

/** Creates a rule and waits for its first run. */
async function ruleFor(patch: Partial<RuleDraft> = {}): Promise<RuleId> {
  const { id } = await harness.rules.add(harness.draft(patch));
  await harness.passTime();
  return id;
}
async function published(name: string, options: Parameters<RulesHarness['publish']>[1] = {}) {
  const ids = harness.publish(name, options);
  harness.rules.capturesChanged(ruleScope);
  await harness.passTime();
  return ids;
}
const queued = () => [...harness.queue.keys()];
const states = (id: RuleId) => harness.rules.history(id, 0, 100).rows.map(({ state }) => state);
function at(ids: readonly LibraryFileId[], index: number): LibraryFileId {
  const id = ids[index];
  if (id === undefined) throw new Error('no such file');
  return id;
}

describe('a rule', () => {
  it('fetches the wanted kinds of what is published from now on, into its folder', async () => {
    harness.publish('a-before');
    const id = await ruleFor({ kinds: ['delivery_zip', 'raster:visual'], folder: '/imagery/fields' });
    expect(queued()).toEqual([]);
    const files = await published('b-new');
    expect(queued()).toEqual([at(files, 0), at(files, 4)]);
    expect(harness.downloads.every(({ folder }) => folder === '/imagery/fields')).toBe(true);
    expect(states(id)).toEqual(['fetching', 'fetching']);
  });

  it('is not kept with a folder that cannot be written to', async () => {
    const id = await ruleFor({ folder: '/imagery' });
    const refused = harness.draft({ folder: '/read-only' });
    await expect(harness.rules.add(refused)).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    await expect(harness.rules.update(id, refused)).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    expect(harness.rules.list().map(({ folder }) => folder)).toEqual(['/imagery']);
  });

  it.each([
    ['preview', 3],
    ['thumbnail', 2],
    ['footprint', 1],
    ['raster:analytic', 5],
  ] as const)('knows %s', async (kind, index) => {
    await ruleFor({ kinds: [kind] });
    const files = await published('capture');
    expect(queued()).toEqual([at(files, index)]);
  });

  it('fetches earlier captures too, when it is told to', async () => {
    harness.publish('before', { scenes: 2 });
    await ruleFor({ includeEarlier: true, kinds: ['raster:any'] });
    expect(queued()).toHaveLength(4);
  });

  it('keeps to its project and to its contract', async () => {
    await ruleFor({ match: { project: 'Coast' } });
    await published('inland', { project: 'Inland' });
    expect(harness.asked).toEqual([]);
    harness.publish('coast');
    harness.rules.capturesChanged({ ...ruleScope, connectionId: connectionIdSchema.parse('another') });
    await harness.passTime();
    expect(harness.asked).toEqual([]);
    harness.rules.capturesChanged(ruleScope);
    await harness.passTime();
    expect(harness.asked).toEqual(['coast']);
  });

  it('sleeps while it is switched off', async () => {
    const id = await ruleFor({ enabled: false });
    await published('capture');
    expect(harness.asked).toEqual([]);
    await harness.rules.update(id, harness.draft());
    await harness.passTime();
    // Captures that were published while it was off are older than the rule.
    expect(harness.asked).toEqual([]);
    await published('later');
    expect(harness.asked).toEqual(['later']);
  });

  it('puts no file into the queue twice: not after another look, a restart, a second rule or a removal', async () => {
    const id = await ruleFor();
    const [zip] = await published('capture');
    await ruleFor({ includeEarlier: true });
    harness.rules.capturesChanged(ruleScope);
    await harness.passTime();
    await harness.restart();
    await harness.passTime();
    expect(harness.downloads.flatMap(({ fileIds }) => fileIds)).toEqual([zip]);
    if (zip === undefined) throw new Error('no file');
    await harness.takeOut(zip);
    expect(states(id)).toEqual(['removed']);
    await harness.rules.runNow(id);
    expect(queued()).toEqual([]);
  });
});

/** The outline of a scene: a square of one degree with this corner. */
const squareAt = (west: number, south: number): Footprint => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south + 1],
      [west, south],
    ],
  ],
});

describe('the limits of a rule', () => {
  it('leave out scenes with more clouds, and those of which no clouds are known, and count them', async () => {
    const id = await ruleFor({ mostClouds: 20 });
    const few = await published('few', { cloudCover: 20 });
    await published('many', { cloudCover: 20.5 });
    await published('unknown', { scenes: 2 });
    expect(queued()).toEqual([at(few, 0)]);
    expect(states(id)).toEqual(['fetching']);
    expect(harness.rules.list()[0]?.leftOutCount).toBe(3);
  });

  it('leave out scenes whose outline does not touch the area, on either side of the antimeridian', async () => {
    await ruleFor({
      area: [
        [179, 0],
        [181, 0],
        [181, 1],
        [179, 1],
      ],
    });
    const inside = await published('inside', { footprint: squareAt(-179.5, 0.5) });
    const across = await published('across', { footprint: squareAt(178.5, -0.5) });
    await published('outside', { footprint: squareAt(-178.9, 0) });
    await published('placeless');
    expect(queued()).toEqual([at(inside, 0), at(across, 0)]);
    expect(harness.rules.list()[0]?.leftOutCount).toBe(2);
  });

  it('are checked again for earlier captures once they change, where the rule includes these', async () => {
    const strict = harness.draft({ includeEarlier: true, mostClouds: 20 });
    const [zip] = harness.publish('half', { cloudCover: 50 });
    const id = await ruleFor(strict);
    expect(queued()).toEqual([]);
    expect(await harness.rules.foresee(id, strict)).toBe(0);
    expect(await harness.rules.foresee(id, { ...strict, mostClouds: 60 })).toBe(1);
    await harness.rules.update(id, { ...strict, mostClouds: 60 });
    await harness.passTime();
    expect(queued()).toEqual([zip]);
    expect(harness.rules.list()[0]?.leftOutCount).toBe(0);
  });
});

describe('the files of a rule', () => {
  it('leaves alone what is on disk or in the queue already', async () => {
    await ruleFor({ kinds: ['delivery_zip', 'preview', 'footprint'] });
    const files = harness.publish('capture');
    harness.setOnDisk(at(files, 0), true);
    await harness.move(at(files, 3), { state: 'paused' });
    harness.rules.capturesChanged(ruleScope);
    await harness.passTime();
    expect(harness.downloads.flatMap(({ fileIds }) => fileIds)).toEqual([at(files, 1)]);
  });

  it('follows its files to the end, and unpacks archives where that is wanted', async () => {
    const id = await ruleFor({ unpack: true });
    const [zip] = await published('capture');
    if (zip === undefined) throw new Error('no file');
    await harness.move(zip, { state: 'failed' });
    expect(states(id)).toEqual(['failed']);
    await harness.move(zip, { state: 'running', totalBytes: 5_000 });
    expect(states(id)).toEqual(['fetching']);
    await harness.move(zip, { state: 'done', totalBytes: 5_000 });
    expect(harness.rules.list()[0]).toMatchObject({
      fileCount: 1,
      bytes: 5_000,
      withheldCount: 0,
      error: null,
    });
    expect(states(id)).toEqual(['fetched']);
    expect(harness.unpacked).toEqual([zip]);
  });

  it('says why it could not look, and looks again by itself', async () => {
    const id = await ruleFor();
    harness.failScenes(new AppError('OFFLINE', { host: 'catalog' }));
    await published('capture');
    expect(harness.rules.list()[0]?.error?.code).toBe('OFFLINE');
    harness.failScenes(null);
    // Ten minutes later, all rules run again.
    await harness.passTime(600_000);
    await harness.passTime();
    expect(harness.rules.list()[0]?.error).toBeNull();
    expect(states(id)).toEqual(['fetching']);
  });

  it('asks again for a capture whose scenes are not there yet', async () => {
    const id = await ruleFor();
    await published('capture', { scenes: 0 });
    expect(states(id)).toEqual([]);
    harness.publish('capture');
    await harness.rules.runNow(id);
    expect(states(id)).toEqual(['fetching']);
  });

  it('takes up after a crash what it had decided', async () => {
    const id = await ruleFor();
    const [zip] = await published('capture');
    if (zip === undefined) throw new Error('no file');
    // The file is stored for the rule, but it never came into the queue.
    harness.queue.clear();
    await harness.restart();
    expect(queued()).toEqual([zip]);
    harness.queue.clear();
    harness.setOnDisk(zip, true);
    await harness.restart();
    expect(states(id)).toEqual(['fetched']);
  });
});

describe('two rules that want one file', () => {
  it('fetch it once, and the one whose quota has room does it', async () => {
    const small = await ruleFor({ quotaBytes: 1_000_000 });
    const large = await ruleFor({ folder: '/imagery/large' });
    const [zip] = await published('capture');
    if (zip === undefined) throw new Error('no file');
    // The first rule queues the file; its size is then above the quota.
    await harness.move(zip, { state: 'running', totalBytes: 5_000_000 });
    await harness.idle();
    await harness.rules.runNow(large);
    expect(queued()).toEqual([zip]);
    expect(harness.downloads.at(-1)).toEqual({ fileIds: [zip], folder: '/imagery/large' });
    expect(states(large)).toEqual(['fetching']);
    await harness.move(zip, { state: 'done', totalBytes: 5_000_000 });
    harness.setOnDisk(zip, true);
    await harness.rules.runNow(small);
    expect(states(small)).toEqual([]);
    expect(harness.downloads).toHaveLength(2);
  });

  it('leave alone what a person took out of the queue for either', async () => {
    await ruleFor();
    const second = await ruleFor();
    const [zip] = await published('capture');
    if (zip === undefined) throw new Error('no file');
    expect(queued()).toEqual([zip]);
    await harness.takeOut(zip);
    await harness.rules.runNow(second);
    expect(queued()).toEqual([]);
    expect(states(second)).toEqual([]);
  });
});

describe('a change of a rule', () => {
  it('that is no change of what it looks for does not pass over what came meanwhile', async () => {
    const id = await ruleFor();
    harness.failScenes(new AppError('OFFLINE', { host: 'catalog' }));
    const [zip] = await published('capture');
    harness.failScenes(null);
    await harness.rules.update(id, harness.draft({ quotaBytes: 1_000_000_000, name: 'Renamed' }));
    await harness.passTime();
    expect(queued()).toEqual([zip]);
  });

  it('of what it looks for begins from now, as a new one does', async () => {
    const id = await ruleFor({ match: { project: 'Coast' } });
    harness.publish('inland', { project: 'Inland' });
    await harness.rules.update(id, harness.draft({ match: { project: 'Inland' } }));
    await harness.passTime();
    expect(queued()).toEqual([]);
    const [zip] = await published('later', { project: 'Inland' });
    expect(queued()).toEqual([zip]);
  });

  it('does not ask for all earlier captures again when only its quota moves', async () => {
    const id = await ruleFor({ includeEarlier: true });
    await published('capture');
    const before = harness.asked.length;
    await harness.rules.update(id, harness.draft({ includeEarlier: true, quotaBytes: 5_000_000 }));
    await harness.passTime();
    expect(harness.asked).toHaveLength(before);
    await harness.rules.update(id, harness.draft({ includeEarlier: true, kinds: ['preview'] }));
    await harness.passTime();
    expect(harness.asked).toHaveLength(before + 1);
  });
});

describe('a quota', () => {
  it('is passed by one file at most, whose size came too late: what does not fit waits, and smaller ones go before', async () => {
    const id = await ruleFor({ quotaBytes: 10_000_000, kinds: ['delivery_zip'] });
    const files = await published('capture', { scenes: 8 });
    const zips = files.filter((_, index) => index % 6 === 0);
    // One file at a time, while sizes are unknown.
    expect(queued()).toEqual(zips.slice(0, 1));
    await harness.move(at(zips, 0), { state: 'done', totalBytes: 6_000_000 });
    await harness.move(at(zips, 1), { state: 'running', totalBytes: 6_000_000 });
    expect(queued()).not.toContain(at(zips, 1));
    expect(harness.rules.list()[0]).toMatchObject({ bytes: 6_000_000 });
    await harness.move(at(zips, 2), { state: 'done', totalBytes: 4_000_000 });
    expect(harness.rules.list()[0]).toMatchObject({ bytes: 10_000_000 });
    // Nothing is asked for any more, not even a file that could be small.
    expect(queued()).toEqual([at(zips, 0), at(zips, 2)]);
    // With a larger quota, waiting files are queued.
    await harness.rules.update(id, harness.draft({ quotaBytes: 17_000_000 }));
    await harness.passTime();
    expect(queued()).toEqual(expect.arrayContaining([at(zips, 1), at(zips, 3)]));
  });
});

it('without a quota nothing waits for its size', async () => {
  await ruleFor({ quotaBytes: null });
  const files = await published('capture');
  await harness.move(at(files, 0), { state: 'running', totalBytes: 6_000_000_000 });
  // A file that is removed and queued again would lose its position.
  expect(harness.downloads).toHaveLength(1);
  expect(queued()).toEqual([at(files, 0)]);
  expect(harness.rules.list()[0]).toMatchObject({ bytes: 6_000_000_000 });
});

describe('undoing', () => {
  it('takes out of the queue what is in it and off the disk what has arrived, and does not fetch it again', async () => {
    const id = await ruleFor({ kinds: ['delivery_zip', 'preview'] });
    const files = await published('capture');
    await harness.move(at(files, 0), { state: 'done', totalBytes: 9 });
    await harness.rules.undo(id, at(files, 0));
    await harness.rules.undo(id, at(files, 3));
    await harness.idle();
    expect(states(id)).toEqual(['undone', 'undone']);
    expect(harness.files.get(at(files, 0))?.onDisk).toBe(false);
    expect(harness.queue.get(at(files, 3))).toBeUndefined();
    await harness.rules.runNow(id);
    expect(states(id)).toEqual(['undone', 'undone']);
    expect(harness.rules.list()[0]).toMatchObject({ fileCount: 0, bytes: 0 });
  });

  it('of a file that cannot be deleted leaves it as it was', async () => {
    const id = await ruleFor();
    const zip = at(await published('capture'), 0);
    const before = states(id);
    harness.setOnDisk(zip, true);
    harness.failDelete(new Error('in use by another program'));
    await expect(harness.rules.undo(id, zip)).rejects.toThrow('in use by another program');
    expect(states(id)).toEqual(before);
    expect(before).not.toContain('undone');
  });

  it('of a rule as a whole leaves its files where they are', async () => {
    const id = await ruleFor();
    const [zip] = await published('capture');
    await harness.rules.remove(id, false);
    expect(harness.rules.list()).toEqual([]);
    expect(queued()).toEqual([zip]);
  });
});

describe('what a rule would order, and how it is taken back', () => {
  it('the captures that saving would fetch are counted before: those it has not seen', async () => {
    for (const name of ['a', 'b', 'c']) harness.publish(name);
    harness.publish('d', { project: 'Inland' });
    const { foresee } = harness.rules;
    expect(await foresee(null, harness.draft())).toBe(0);
    expect(await foresee(null, harness.draft({ includeEarlier: true }))).toBe(4);
    const coast = harness.draft({ includeEarlier: true, match: { project: 'Coast' } });
    expect(await foresee(null, coast)).toBe(3);
    const id = await ruleFor(coast);
    expect(await foresee(id, coast)).toBe(0);
    expect(await foresee(id, { ...coast, match: {} })).toBe(4);
    harness.publish('e');
    expect(await foresee(id, coast)).toBe(1);
  });

  it('a rule is removed with its files in the queue, or without them; files on the disk stay', async () => {
    for (const dropsQueued of [false, true]) {
      const id = await ruleFor({ kinds: ['raster:any'] });
      const files = await published(`capture ${dropsQueued}`);
      const before = queued();
      expect(before).toContain(at(files, 4));
      expect(harness.rules.list()[0]?.queuedCount).toBe(2);
      await harness.rules.remove(id, dropsQueued);
      await harness.passTime();
      expect(queued()).toEqual(dropsQueued ? before.filter((each) => !files.includes(each)) : before);
      expect(harness.rules.list()).toEqual([]);
    }
  });

  it('all downloads that have not arrived are undone at once, and none of them is fetched again', async () => {
    const id = await ruleFor({ kinds: ['raster:any'] });
    await published('first');
    await published('second');
    expect(queued()).toHaveLength(4);
    await harness.rules.undoWaiting(id);
    await harness.passTime();
    expect(queued()).toEqual([]);
    expect(states(id)).toEqual(['undone', 'undone', 'undone', 'undone']);
    await harness.rules.runNow(id);
    await harness.passTime();
    expect(queued()).toEqual([]);
    expect(harness.rules.list()[0]).toMatchObject({ queuedCount: 0, withheldCount: 0 });
  });
});
