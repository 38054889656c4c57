import { contentHash } from '../../src-main/core/content-hash.ts';
import { type HandedKind, type HandedRow, handedGroupSchema } from '../../src-preload/contract/handover.ts';
import {
  placeIdSchema,
  placeListIdSchema,
  submissionIdSchema,
  templateIdSchema,
} from '../../src-preload/contract/ids.ts';
import { createHandoverWorld, type HandoverWorld } from '../handover-world.ts';
import { placeAt, squareAt } from '../places-world.ts';
import { templateContent } from '../prepared-rows.ts';
import { sampleTask } from '../sample-task.ts';
import { seededRandom } from '../seeded-random.ts';

/** What a run of merges has found. */
export interface PackageFigures {
  merges: number;
  /** How many items were compared in each state, over all merges. */
  states: Record<string, number>;
  decisions: Record<string, number>;
  failures: string[];
}

const kinds = ['list', 'place', 'template', 'prepared', 'draft'] as const;

/** Pairs of data folders are thrown away after so many merges, so that they begin empty again and again. */
const mergesOfPair = 10;

/** Everything that a data folder has, by kind and id, as hashes of contents. */
function snapshot(of: HandoverWorld): Map<string, string> {
  const all = new Map<string, string>();
  for (const kind of kinds)
    for (const id of of.ids(kind)) {
      const item = of.items.read(kind, id);
      if (item !== null) all.set(`${kind} ${id}`, contentHash(item.content));
    }
  return all;
}

/** Makes one change in a data folder, as its user would. */
async function edit(of: HandoverWorld, random: () => number, n: number): Promise<void> {
  const { places, prepared, templates, scope } = of.world;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const list = pick(of.ids('list'));
  const listId = list === undefined ? undefined : placeListIdSchema.parse(list);
  const place = pick(of.ids('place'));
  const placeId = place === undefined ? undefined : placeIdSchema.parse(place);
  const template = pick(of.ids('template'));
  const what = Math.floor(random() * 14);
  const longitude = Math.round(random() * 3_000) / 10 - 150;
  if (listId === undefined || what === 0) {
    await places.places.createList({ name: `List ${n} of ${of.name}` });
    return;
  }
  if (what <= 3) {
    const fields = { name: `Place ${n}`, notes: `by ${of.name}`, tags: ['a'], attributes: { id: n } };
    const added = what === 3 ? squareAt(longitude, 10, 1, fields) : placeAt(longitude, 10, fields);
    await places.add(listId, added);
  } else if (what <= 6 && placeId !== undefined) {
    const version = of.items.read('place', placeId)?.version ?? 0;
    const patch =
      what === 4
        ? { name: `Renamed ${n} by ${of.name}` }
        : what === 5
          ? { attributes: { value: n, by: of.name } }
          : { listId };
    await places.places.edit('change', [{ do: 'update', placeId, version, patch }]);
  } else if (what === 7 && placeId !== undefined) await places.places.changeAll([placeId], { do: 'remove' });
  else if (what === 8) await places.places.changeList(listId, { notes: `${n} by ${of.name}` });
  else if (what === 9 && random() < 0.3) await places.places.removeList(listId);
  else if (what === 10) {
    const version = template === undefined ? 0 : (of.items.read('template', template)?.version ?? 0);
    const change =
      template === undefined || random() < 0.4
        ? null
        : { templateId: templateIdSchema.parse(template), version };
    await templates.save(
      templateContent({ name: `Template ${n} of ${of.name}`, namePattern: '{name}' }),
      change,
    );
  } else if (what === 11 && template !== undefined && placeId !== undefined)
    await prepared.make(scope, templateIdSchema.parse(template), [placeId]);
  else if (what === 12) {
    const [row] = of.world.rows();
    if (row !== undefined) await of.world.change(row, { project: `Project ${n} of ${of.name}` });
  } else {
    const draft = pick(of.ids('draft'));
    const request = { ...sampleTask, task_name: `Task ${n} of ${of.name}` };
    if (draft === undefined || random() < 0.4) of.addDraft(request);
    else of.table.update(submissionIdSchema.parse(draft), { kind: 'task', request }, ['draft']);
  }
}

interface Decided extends HandedRow {
  kind: HandedKind;
}

/** Decides about everything at random, as a user could; returns what was decided. */
async function decideAll(
  opening: Awaited<ReturnType<HandoverWorld['open']>>,
  random: () => number,
): Promise<Decided[]> {
  const all: Decided[] = [];
  for (const group of handedGroupSchema.options) {
    const { rows } = await opening.rows(group, { offset: 0, limit: 10_000 });
    for (const row of rows) {
      // Half of the usual decisions stay; a conflict has none.
      if (row.decision === null || random() < 0.5) {
        const decision = row.options[Math.floor(random() * row.options.length)] ?? 'mine';
        await opening.decide(row.kind, row.itemId, decision);
      }
    }
    all.push(...(await opening.rows(group, { offset: 0, limit: 10_000 })).rows);
  }
  return all;
}

/** Says what is lost: something of either side that is not in the result, and that nobody has decided against. */
function losses(
  {
    before,
    theirs,
    after,
  }: { before: Map<string, string>; theirs: Map<string, string>; after: Map<string, string> },
  decided: readonly Decided[],
): string[] {
  const found: string[] = [];
  const decisions = new Map(decided.map((row) => [`${row.kind} ${row.itemId}`, row]));
  const results = new Set(after.values());
  for (const [key, hash] of before) {
    const row = decisions.get(key);
    const isReplaced = row?.decision === 'theirs';
    if (after.get(key) !== hash && !isReplaced) found.push(`ours is lost: ${key}`);
    if (isReplaced && row.theirs === null && after.has(key) && row.kind !== 'list')
      found.push(`not removed: ${key}`);
  }
  for (const [key, hash] of theirs) {
    const row = decisions.get(key);
    const decision = row === undefined ? 'same' : row.decision;
    if (decision === 'theirs' && after.get(key) !== hash) found.push(`theirs is lost: ${key}`);
    if (decision === 'same' && after.get(key) !== hash) found.push(`the same is lost: ${key}`);
    // The copy of a place or template has another name; those of the other kinds are equal.
    if (decision === 'both' && row?.kind !== 'place' && row?.kind !== 'template' && !results.has(hash))
      found.push(`the copy is lost: ${key}`);
  }
  const copies = decided.filter(({ decision }) => decision === 'both').length;
  const expected = new Set([...before.keys(), ...theirs.keys()]);
  const added = [...after.keys()].filter((key) => !expected.has(key)).length;
  if (added !== copies) found.push(`${copies} copies were decided, and ${added} were added`);
  return found;
}

/** Merges a package of one side into the other, and compares what comes of it with what either had. */
async function mergeOnce(
  from: HandoverWorld,
  into: HandoverWorld,
  random: () => number,
  figures: PackageFigures,
) {
  const path = await from.make();
  const theirs = snapshot(from);
  const before = snapshot(into);
  const opening = await into.open(path);
  const decided = await decideAll(opening, random);
  for (const { state, decision } of decided) {
    figures.states[state] = (figures.states[state] ?? 0) + 1;
    figures.decisions[decision ?? 'none'] = (figures.decisions[decision ?? 'none'] ?? 0) + 1;
  }
  const report = await into.accept(opening);
  const after = snapshot(into);
  figures.failures.push(...losses({ before, theirs, after }, decided));
  // Whatever is not in the result is named.
  const against = decided.filter(
    ({ state, decision, mine, theirs: other }) =>
      state !== 'same' &&
      (decision === 'mine' ? mine !== null || other !== null : decision === 'theirs' && mine !== null),
  ).length;
  // Lists that have places are there whatever was decided, and are named as such.
  const isNamed = report.discardedCount + report.restoredLists.length + report.keptLists.length === against;
  if (!isNamed)
    figures.failures.push(`${against} were decided against, and ${report.discardedCount} are named`);
  // Every place is in a list.
  for (const id of into.ids('place')) {
    const content = into.items.read('place', id)?.content;
    const listId =
      content !== null && typeof content === 'object' && 'listId' in content ? String(content.listId) : '';
    if (into.items.read('list', listId) === null) figures.failures.push(`place ${id} has no list`);
  }
  // The same package once more has nothing to ask: what was decided is remembered.
  const again = await into.open(path);
  const { undecided } = await again.summary();
  if (undecided > 0) {
    const { rows } = await again.rows('conflict', { offset: 0, limit: 10 });
    const asked = rows.map(({ kind, itemId }) =>
      decided.find((row) => row.kind === kind && row.itemId === itemId),
    );
    figures.failures.push(`conflicts are asked about again: ${JSON.stringify([rows, asked])}`);
  }
}

/**
 * Lets pairs of data folders diverge and merge, with random edits and random decisions. Nothing of either side may be lost unless
 * somebody has decided against it, and that is named in the report.
 */
export async function runPackageMerges({
  seed,
  rounds,
}: {
  seed: number;
  rounds: number;
}): Promise<PackageFigures> {
  const figures: PackageFigures = { merges: 0, states: {}, decisions: {}, failures: [] };
  const random = seededRandom(seed);
  let n = 0;
  while (figures.merges < rounds && figures.failures.length === 0) {
    const pair = [createHandoverWorld('Ana'), createHandoverWorld('Ben')] as const;
    try {
      for (let i = 0; i < mergesOfPair && figures.merges < rounds; i += 1) {
        for (const side of pair)
          for (let edits = Math.floor(random() * 7); edits > 0; edits -= 1) {
            n += 1;
            await edit(side, random, n);
          }
        const [from, into] = random() < 0.5 ? pair : [pair[1], pair[0]];
        await mergeOnce(from, into, random, figures);
        figures.merges += 1;
        if (figures.failures.length > 0) figures.failures.push(`seed ${seed}, merge ${figures.merges}`);
      }
    } finally {
      for (const side of pair) await side.end();
    }
  }
  return figures;
}
