import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connectionIdSchema,
  libraryFileIdSchema,
  type RuleId,
  ruleIdSchema,
} from '../../../../src-preload/contract/ids.ts';
import type { RuleDraft } from '../../../../src-preload/contract/rules.ts';
import { createRulesHarness, type RulesHarness, ruleScope } from '../../../../testing/rules-harness.ts';
import { AppError } from '../../../core/app-error.ts';

const otherScope = { ...ruleScope, connectionId: connectionIdSchema.parse('another') };
const unknownRule = ruleIdSchema.parse('nobody');
const unknownFile = libraryFileIdSchema.parse(999);
const round = 600_000;

let harness: RulesHarness;
beforeEach(() => {
  harness = createRulesHarness();
});
afterEach(() => harness.end());

async function ruleFor(patch: Partial<RuleDraft> = {}): Promise<RuleId> {
  const { id } = await harness.rules.add(harness.draft(patch));
  await harness.passTime();
  return id;
}
async function published(name: string, options: { scenes?: number } = {}) {
  const ids = harness.publish(name, options);
  harness.rules.capturesChanged(ruleScope);
  await harness.passTime();
  return ids;
}
const states = (id: RuleId) => harness.rules.history(id, 0, 1_000).rows.map(({ state }) => state);

describe('a round', () => {
  it('refreshes each contract once, and not those whose rules are off', async () => {
    await ruleFor();
    await ruleFor({ kinds: ['preview'] });
    await ruleFor({ scope: otherScope, enabled: false });
    await harness.passTime(round);
    expect(harness.refreshed).toEqual([ruleScope]);
    await ruleFor({ scope: otherScope });
    await harness.passTime(round);
    expect(harness.refreshed.slice(1)).toEqual([ruleScope, otherScope]);
  });

  it('looks for what nobody told of, again and again', async () => {
    await ruleFor();
    for (const name of ['a', 'b']) {
      harness.publish(name);
      await harness.passTime(round);
      await harness.passTime();
    }
    expect(harness.asked).toEqual(['a', 'b']);
    expect(harness.errors).toEqual([]);
  });

  it('does not come before its time', async () => {
    await ruleFor();
    await harness.passTime(round - 1);
    expect(harness.refreshed).toEqual([]);
  });
});

it('captures that come in a burst are looked at together', async () => {
  await ruleFor();
  harness.publish('a');
  harness.rules.capturesChanged(ruleScope);
  harness.rules.capturesChanged(ruleScope);
  await harness.idle();
  expect(harness.asked).toEqual([]);
  const before = harness.changes();
  await harness.passTime();
  expect(harness.asked).toEqual(['a']);
  // One change for the queued file, one for the end of the only run.
  expect(harness.changes() - before).toBe(2);
});

it('what moves in another contract wakes no rule', async () => {
  await ruleFor();
  harness.publish('a');
  harness.rules.capturesChanged({ ...ruleScope, connectionId: otherScope.connectionId });
  await harness.passTime();
  expect(harness.asked).toEqual([]);
});

describe('a run that fails', () => {
  it('is told with the rule; only what nobody expected is reported as an error of Nadir', async () => {
    const id = await ruleFor();
    harness.failScenes(new AppError('OFFLINE', { host: 'catalog' }));
    await published('a');
    expect(harness.errors).toEqual([]);
    const broken = new Error('the database is damaged');
    harness.failScenes(broken);
    const before = harness.changes();
    const told = await harness.rules.runNow(id);
    expect(harness.changes()).toBe(before + 1);
    expect(told.error).not.toBeNull();
    expect(harness.errors).toEqual([broken]);
  });

  it('for a capture that the catalog does not have yet is no failure, and others are fetched', async () => {
    const id = await ruleFor();
    harness.failScenes(new AppError('NOT_FOUND', { what: 'capture a' }));
    const [zip] = await published('a');
    expect(harness.rules.list()).toMatchObject([{ error: null }]);
    harness.failScenes(null);
    await harness.rules.runNow(id);
    expect([...harness.queue.keys()]).toEqual([zip]);
    expect(harness.errors).toEqual([]);
  });
});

describe('more captures than one page', () => {
  const many = 501;
  const publishMany = () => {
    for (let n = 0; n < many; n += 1) harness.publish(`c-${1_000 + n}`);
  };

  it('are all passed over by a rule that begins now', async () => {
    publishMany();
    const id = await ruleFor();
    await harness.rules.runNow(id);
    expect(harness.asked).toEqual([]);
  });

  it('are all looked at by a rule for earlier ones, of which 200 are queued at a time', async () => {
    publishMany();
    const id = await ruleFor({ includeEarlier: true });
    await harness.rules.runNow(id);
    expect(harness.asked).toHaveLength(many);
    expect(harness.queue.size).toBe(200);
    const [first] = harness.queue.keys();
    if (first === undefined) throw new Error('no file');
    await harness.move(first, { state: 'done', totalBytes: 1 });
    expect(harness.queue.size).toBe(201);
  });
});

describe('what is not there', () => {
  it('is not found', async () => {
    const id = await ruleFor();
    const notFound = { code: 'NOT_FOUND' };
    await expect(harness.rules.update(unknownRule, harness.draft())).rejects.toMatchObject(notFound);
    await expect(harness.rules.runNow(unknownRule)).rejects.toMatchObject(notFound);
    await expect(harness.rules.undo(id, unknownFile)).rejects.toMatchObject(notFound);
    expect(harness.rules.list()).toHaveLength(1);
  });

  it('is left out of the history', async () => {
    const id = await ruleFor({ kinds: ['delivery_zip', 'preview'] });
    const [zip] = await published('a');
    if (zip === undefined) throw new Error('no file');
    harness.files.delete(zip);
    const { total, rows } = harness.rules.history(id, 0, 10);
    expect([total, rows.map(({ fileName }) => fileName)]).toEqual([2, ['preview.png']]);
    expect(harness.rules.history(id, 2, 10)).toEqual({ total: 2, rows: [] });
  });
});

describe('undoing and deleting', () => {
  it('leaves the file in the history as it was when it cannot be deleted', async () => {
    const id = await ruleFor();
    const [zip] = await published('a');
    if (zip === undefined) throw new Error('no file');
    await harness.move(zip, { state: 'done', totalBytes: 5 });
    harness.failDelete(new AppError('FOLDER_NOT_WRITABLE', { path: '/imagery', detail: 'EROFS' }));
    await expect(harness.rules.undo(id, zip)).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    expect(states(id)).toEqual(['fetched']);
    harness.failDelete(null);
    const before = harness.changes();
    await harness.rules.undo(id, zip);
    // One change is that it is gone, the other that the rule has undone it.
    expect([states(id), harness.changes() - before]).toEqual([['undone'], 2]);
  });

  it('calls a file undone once it is gone from the disk, not before', async () => {
    const id = await ruleFor();
    const [zip] = await published('a');
    if (zip === undefined) throw new Error('no file');
    await harness.move(zip, { state: 'done', totalBytes: 5 });
    const seen: string[] = [];
    harness.beforeDelete(async () => {
      seen.push(...states(id));
    });
    await harness.rules.undo(id, zip);
    expect([seen, states(id)]).toEqual([['fetched'], ['undone']]);
  });

  it('makes room for the next file', async () => {
    const id = await ruleFor({ quotaBytes: 1_000_000 });
    const files = await published('a', { scenes: 6 });
    const zips = files.filter((_, index) => index % 6 === 0);
    const [zip] = zips;
    if (zip === undefined) throw new Error('no file');
    await harness.rules.undo(id, zip);
    expect([...harness.queue.keys()]).toEqual(zips.slice(1, 2));
  });

  it('notes what a person deletes from the disk, and nothing else', async () => {
    const id = await ruleFor({ kinds: ['delivery_zip', 'preview'] });
    const files = await published('a');
    const [zip, , , preview] = files;
    if (zip === undefined || preview === undefined) throw new Error('no files');
    await harness.move(zip, { state: 'done', totalBytes: 5 });
    const before = harness.changes();
    harness.rules.deleted(preview);
    harness.rules.deleted(unknownFile);
    expect(harness.changes()).toBe(before);
    harness.rules.deleted(zip);
    expect(harness.changes()).toBe(before + 1);
    expect(states(id).toSorted()).toEqual(['fetching', 'removed']);
  });

  it('tells that a rule is gone', async () => {
    const id = await ruleFor();
    const before = harness.changes();
    await harness.rules.remove(id, false);
    expect(harness.changes()).toBe(before + 1);
  });
});

it('closed, it follows and starts nothing more', async () => {
  const id = await ruleFor();
  const [zip] = await published('a');
  if (zip === undefined) throw new Error('no file');
  await harness.rules.close();
  await harness.move(zip, { state: 'done', totalBytes: 5 });
  expect(states(id)).toEqual(['fetching']);
  harness.publish('b');
  harness.rules.capturesChanged(ruleScope);
  await harness.passTime(round);
  await harness.passTime();
  expect([harness.asked, harness.refreshed]).toEqual([['a'], []]);
});
