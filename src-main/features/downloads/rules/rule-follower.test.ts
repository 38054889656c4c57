import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryFileId, RuleId } from '../../../../src-preload/contract/ids.ts';
import type { RuleDraft } from '../../../../src-preload/contract/rules.ts';
import { createRulesHarness, type RulesHarness, ruleScope } from '../../../../testing/rules-harness.ts';

let harness: RulesHarness;
beforeEach(() => {
  harness = createRulesHarness();
});
afterEach(async () => {
  await harness.end();
  expect(harness.errors).toEqual([]);
});

async function ruleFor(patch: Partial<RuleDraft> = {}): Promise<RuleId> {
  const { id } = await harness.rules.add(harness.draft(patch));
  await harness.passTime();
  return id;
}
/** Publishes a capture with this many scenes; returns their archives. */
async function publishedZips(scenes: number): Promise<LibraryFileId[]> {
  const files = harness.publish('capture', { scenes });
  harness.rules.capturesChanged(ruleScope);
  await harness.passTime();
  return files.filter((_, index) => index % 6 === 0);
}
const publishedZip = async () => at(await publishedZips(1), 0);
function at(ids: readonly LibraryFileId[], index: number): LibraryFileId {
  const id = ids[index];
  if (id === undefined) throw new Error('no such file');
  return id;
}
const queued = () => [...harness.queue.keys()];
const rows = (id: RuleId) => harness.rules.history(id, 0, 100).rows;
const states = (id: RuleId) => rows(id).map(({ state }) => state);

/** Returns how often a change of the rules is reported during an action. */
async function changesOf(happens: () => Promise<unknown>): Promise<number> {
  const before = harness.changes();
  await happens();
  return harness.changes() - before;
}

describe('the history of a rule', () => {
  it('is told to have changed only when it has', async () => {
    const id = await ruleFor();
    const zip = await publishedZip();
    const move = (patch: Parameters<RulesHarness['move']>[1]) => changesOf(() => harness.move(zip, patch));
    expect(await move({ state: 'running' })).toBe(0);
    expect(await move({ state: 'running', totalBytes: 900 })).toBe(1);
    expect(rows(id)).toMatchObject([{ state: 'fetching', sizeBytes: 900 }]);
    // Only more bytes were received.
    expect(await move({ state: 'running', doneBytes: 400 })).toBe(0);
    expect(await move({ state: 'failed' })).toBe(1);
    expect(await move({ state: 'failed' })).toBe(0);
    expect(await move({ state: 'queued' })).toBe(1);
    expect(states(id)).toEqual(['fetching']);
    expect(await move({ state: 'done' })).toBe(1);
    expect(rows(id)).toMatchObject([{ state: 'fetched', sizeBytes: 900 }]);
    expect(await move({ state: 'done' })).toBe(0);
    // A finished file that leaves the list has not been removed.
    expect(await changesOf(() => harness.takeOut(zip))).toBe(0);
    expect(states(id)).toEqual(['fetched']);
  });

  it('takes no note of files that no rule has asked for', async () => {
    const id = await ruleFor();
    const files = harness.publish('capture');
    expect(await changesOf(() => harness.move(at(files, 1), { state: 'done', totalBytes: 3 }))).toBe(0);
    expect(await changesOf(() => harness.tellRemoved(at(files, 1)))).toBe(0);
    expect(states(id)).toEqual([]);
  });

  it('says of a file that left the queue whether it arrived', async () => {
    const id = await ruleFor({ unpack: true });
    const [removed, arrived] = await publishedZips(2);
    if (removed === undefined || arrived === undefined) throw new Error('no files');
    harness.setOnDisk(arrived, true);
    harness.queue.clear();
    expect(await changesOf(() => harness.tellRemoved(removed, arrived))).toBe(1);
    expect(Object.fromEntries(rows(id).map(({ fileId, state }) => [fileId, state]))).toEqual({
      [removed]: 'removed',
      [arrived]: 'fetched',
    });
    expect(harness.unpacked).toEqual([arrived]);
  });

  it('keeps a file that is in the queue again before its removal is told', async () => {
    const id = await ruleFor();
    const zip = await publishedZip();
    expect(await changesOf(() => harness.tellRemoved(zip))).toBe(0);
    expect(states(id)).toEqual(['fetching']);
  });
});

describe('unpacking', () => {
  it.each([
    [true, ['delivery_zip', 'preview'], true],
    [false, ['delivery_zip'], false],
    [true, ['preview'], false],
  ] as const)('with unpack %s, kinds %j: %s, and only the archive', async (unpack, kinds, isUnpacked) => {
    await ruleFor({ unpack, kinds: [...kinds] });
    const zip = await publishedZip();
    for (const fileId of queued()) await harness.move(fileId, { state: 'done', totalBytes: 1 });
    expect(harness.unpacked).toEqual(isUnpacked ? [zip] : []);
  });
});

describe('under a quota', () => {
  it.each([
    ['has arrived', { state: 'done', totalBytes: 10 }],
    ['has told its size', { state: 'running', totalBytes: 10 }],
    ['has failed', { state: 'failed' }],
  ] as const)('the next file is queued when one before it %s', async (_, patch) => {
    await ruleFor({ quotaBytes: 1_000_000 });
    const zips = await publishedZips(8);
    expect(queued()).toEqual(zips.slice(0, 1));
    await harness.move(at(zips, 0), patch);
    expect(queued()).toEqual(zips.slice(0, 2));
  });

  it('the next file is queued when a person takes one out', async () => {
    await ruleFor({ quotaBytes: 1_000_000 });
    const zips = await publishedZips(8);
    await harness.takeOut(at(zips, 0));
    expect(queued()).toEqual([zips[1]]);
  });

  it('a file that just fills it is fetched, and one byte more waits', async () => {
    const id = await ruleFor({ quotaBytes: 1_000_000 });
    const zip = await publishedZip();
    await harness.move(zip, { state: 'running', totalBytes: 1_000_000 });
    expect(queued()).toEqual([zip]);
    await harness.move(zip, { state: 'running', totalBytes: 1_000_001 });
    expect(queued()).toEqual([]);
    expect(rows(id)).toMatchObject([{ state: 'planned', sizeBytes: 1_000_001 }]);
  });

  it('what one rule gives up another one fetches by itself', async () => {
    const small = await ruleFor({ quotaBytes: 1_000_000 });
    const large = await ruleFor({ folder: '/imagery/large' });
    const zip = await publishedZip();
    expect([states(small), states(large)]).toEqual([['fetching'], ['planned']]);
    await harness.move(zip, { state: 'running', totalBytes: 5_000_000 });
    expect(states(large)).toEqual(['fetching']);
    expect(harness.downloads.at(-1)).toEqual({ fileIds: [zip], folder: '/imagery/large' });
  });
});

it('what a person took out for one rule another one plans no more', async () => {
  const first = await ruleFor();
  const second = await ruleFor();
  const zip = await publishedZip();
  expect([states(first), states(second)]).toEqual([['fetching'], ['planned']]);
  await harness.takeOut(zip);
  expect([states(first), states(second)]).toEqual([['removed'], []]);
});

describe('after a restart', () => {
  it('a file that was lost between two writes is queued again, into the folder of its rule', async () => {
    await ruleFor({ folder: '/imagery/fields' });
    const zip = await publishedZip();
    harness.queue.clear();
    await harness.restart();
    expect(harness.downloads.slice(1)).toEqual([{ fileIds: [zip], folder: '/imagery/fields' }]);
  });

  it('what is still queued is not queued again, and its state is taken over', async () => {
    const id = await ruleFor();
    const zips = await publishedZips(3);
    const [failed, running, done] = zips.map((zip) => harness.queue.get(zip));
    if (!failed || !running || !done) throw new Error('no transfers');
    harness.queue.set(failed.fileId, { ...failed, state: 'failed' });
    harness.queue.set(running.fileId, { ...running, state: 'running', totalBytes: 700 });
    // It was finished, and its file was deleted later.
    harness.queue.set(done.fileId, { ...done, state: 'done', totalBytes: 800 });
    await harness.restart();
    expect(harness.downloads).toHaveLength(1);
    const found = new Map(rows(id).map((row) => [row.fileId, row]));
    expect(zips.map((zip) => found.get(zip)?.state)).toEqual(['failed', 'fetching', 'removed']);
    expect(found.get(running.fileId)?.sizeBytes).toBe(700);
  });

  it('a file that arrived meanwhile is fetched, with its size', async () => {
    const id = await ruleFor({ unpack: true });
    const zip = await publishedZip();
    const transfer = harness.queue.get(zip);
    if (!transfer) throw new Error('no transfer');
    harness.queue.set(zip, { ...transfer, state: 'done', totalBytes: 800 });
    harness.setOnDisk(zip, true);
    await harness.restart();
    expect(rows(id)).toMatchObject([{ state: 'fetched', sizeBytes: 800 }]);
    expect(harness.unpacked).toEqual([zip]);
  });
});
