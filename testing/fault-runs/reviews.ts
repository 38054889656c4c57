import { canonicalText } from '../../src-main/core/content-hash.ts';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { remarkIdSchema, type Statement, verdicts } from '../../src-preload/contract/reviews.ts';
import { createMemoryDisk, openReviewNadir, type ReviewNadir, reviewerIdOf } from '../reviews-world.ts';
import { seededRandom } from '../seeded-random.ts';

/** What a run has found. */
export interface ReviewFigures {
  rounds: number;
  statements: number;
  merges: number;
  faults: number;
  lostDatabases: number;
  /** Scenes where statements of one computer were replaced by the same person at the other. */
  disputes: number;
  /** Fields that had to be shown with several values, and scenes whose verdicts had to be shown as differing. */
  conflicts: number;
  failures: string[];
}

const sceneNames = ['S1', 'S2'];
const remarkIds = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

/** A statement as the judge remembers it: what was said, and which statements the person had before the eyes. */
interface Said {
  field: string;
  value: string;
  over: ReadonlySet<number>;
}

/** Two people, the first of them at two computers; each has a folder. */
const people = [
  { reviewer: { id: reviewerIdOf(1), name: 'Ana' }, writer: 1 },
  { reviewer: { id: reviewerIdOf(1), name: 'Ana' }, writer: 2 },
  { reviewer: { id: reviewerIdOf(2), name: 'Ben' }, writer: 3 },
];

type Random = ReturnType<typeof seededRandom>;

/** Draws what a reviewer says of a scene. */
export function randomStatement(random: Random, turn: number): Statement {
  const pick = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(random() * values.length)] ?? values[0];
  const kind = Math.floor(random() * 5);
  if (kind === 0)
    return { field: 'verdict', value: { verdict: pick(verdicts), reason: random() < 0.3 ? 'haze' : '' } };
  if (kind === 1) return { field: 'rating', value: 1 + Math.floor(random() * 5) };
  if (kind === 2) return { field: 'tags', value: [pick(['port', 'ice', 'night'])] };
  if (kind === 3) return { field: 'notes', value: `note ${turn}` };
  const remarkId = remarkIdSchema.parse(pick(['0', '1']) === '0' ? remarkIds[0] : remarkIds[1]);
  const value = {
    geometry: { type: 'Point' as const, coordinates: [turn % 180, 5] as [number, number] },
    text: `${turn}`,
  };
  return { field: 'remark', remarkId, value: random() < 0.2 ? null : value };
}

/** The name of what a statement is about. */
export const fieldOf = (statement: Statement) =>
  statement.field === 'remark' ? `remark ${statement.remarkId}` : statement.field;

/** Returns the values that a Nadir shows of each field of a reviewer, by the name of the field. */
export function shownOf(
  nadir: Pick<ReviewNadir, 'reviews'>,
  scene: LibrarySceneId,
  reviewerId: string,
): Map<string, string[]> {
  const review = nadir.reviews.ofScene(scene).reviews.find((each) => each.reviewerId === reviewerId);
  const shown = new Map<string, string[]>();
  if (review === undefined) return shown;
  const put = (field: string, values: readonly { value: unknown }[]) =>
    shown.set(field, values.map(({ value }) => canonicalText(value)).sort());
  for (const field of ['verdict', 'rating', 'tags', 'notes'] as const) put(field, review[field]);
  for (const { remarkId, values } of review.remarks) put(`remark ${remarkId}`, values);
  return shown;
}

/** One computer with its folder, and what the judge knows that it knows. */
function createPost(index: number, now: () => Date, faulty: { code: string | null }) {
  const person = people[index] ?? { reviewer: { id: reviewerIdOf(9), name: '' }, writer: 9 };
  const { disk, files } = createMemoryDisk(() => faulty.code);
  let writer = person.writer;
  const open = () => openReviewNadir({ ...person, writer, disk, now, scenes: sceneNames });
  const post = {
    person,
    files,
    nadir: open(),
    /** The statements that reached this computer, by scene and reviewer. */
    known: new Map<string, Set<number>>(),
    loseDatabase() {
      post.nadir.close();
      writer += 10;
      post.nadir = open();
    },
  };
  return post;
}

/** Plays one round, and returns what is wrong at its end. */
async function playRound(random: Random, figures: ReviewFigures): Promise<string[]> {
  let clock = Date.UTC(2026, 0, 1);
  // The clocks of computers jump, also backwards: nothing may depend on them.
  const now = () => {
    clock += Math.floor((random() - 0.4) * 10_000_000);
    return new Date(clock);
  };
  const faulty = { code: null as string | null };
  const posts = people.map((_, index) => createPost(index, now, faulty));
  const said = new Map<string, Map<number, Said>>();
  let turn = 0;
  const keyOf = (scene: number, reviewerId: string) => `${scene} ${reviewerId}`;
  const knownAt = (post: (typeof posts)[number], key: string) => {
    const known = post.known.get(key) ?? new Set<number>();
    post.known.set(key, known);
    return known;
  };

  function state(post: (typeof posts)[number]) {
    turn += 1;
    const statement = randomStatement(random, turn);
    const scene = post.nadir.ids[Math.floor(random() * sceneNames.length)];
    if (scene === undefined) return;
    const key = keyOf(scene, post.person.reviewer.id);
    const field = fieldOf(statement);
    const before = shownOf(post.nadir, scene, post.person.reviewer.id).get(field) ?? [];
    const value = canonicalText(statement.value);
    const isNothing = before.length === 0 && statement.value === null;
    // What says nothing new is no statement.
    if (isNothing || (before.length === 1 && before[0] === value)) return;
    post.nadir.reviews.recordStatement(scene, statement);
    const known = knownAt(post, key);
    const all = said.get(key) ?? new Map<number, Said>();
    said.set(key, all);
    const over = new Set([...known].filter((id) => all.get(id)?.field === field));
    all.set(turn, { field, value, over });
    known.add(turn);
    figures.statements += 1;
  }

  async function write(post: (typeof posts)[number]) {
    faulty.code = random() < 0.2 ? (['ENOSPC', 'EIO', 'EROFS'][Math.floor(random() * 3)] ?? null) : null;
    if (faulty.code !== null) figures.faults += 1;
    await post.nadir.write();
    faulty.code = null;
  }

  /** Copies the files of one folder into another, as somebody does with a drive, and reads them there. */
  async function merge(from: (typeof posts)[number], to: (typeof posts)[number]) {
    await from.nadir.write();
    for (const [path, text] of from.files) to.files.set(path, text);
    await to.nadir.readBeside();
    // The person at two computers knows both statements, and says so.
    for (const id of to.nadir.ids) {
      if (!to.nadir.reviews.ofScene(id).isDisputed) continue;
      to.nadir.reviews.confirmElsewhere(id);
      figures.disputes += 1;
    }
    for (const [key, known] of from.known) for (const id of known) knownAt(to, key).add(id);
    figures.merges += 1;
  }

  const one = () => posts[Math.floor(random() * posts.length)] ?? posts[0];
  for (let step = 0; step < 14; step += 1) {
    const [post, other] = [one(), one()];
    if (post === undefined || other === undefined) continue;
    const what = random();
    if (what < 0.6) state(post);
    else if (what < 0.75) await write(post);
    else if (what < 0.95) {
      if (post !== other) await merge(post, other);
    } else {
      await post.nadir.write();
      post.loseDatabase();
      await post.nadir.readBeside();
      figures.lostDatabases += 1;
    }
  }
  // Everything comes to the last one, and from there to the others.
  for (const [from, to] of [
    [0, 1],
    [1, 2],
    [2, 0],
    [2, 1],
  ] as const) {
    const [source, target] = [posts[from], posts[to]];
    if (source !== undefined && target !== undefined) await merge(source, target);
  }

  const failures = posts.flatMap((post, index) =>
    post.nadir.ids.flatMap((scene) =>
      judge(post, scene, said, figures).map((text) => `post ${index}: ${text}`),
    ),
  );
  // Each person sees the own rating and tags first, so that these are compared by reviewer.
  const told = posts.map(({ nadir }) =>
    canonicalText(
      nadir.ids.map((id) => {
        const { summary, reviews } = nadir.reviews.ofScene(id);
        const { rating, ratingBy, tagsBy, tags, ...shared } = summary;
        const ratings = reviews.map((review) => `${review.reviewerId} ${JSON.stringify(review.rating)}`);
        return { ...shared, tags: tags.toSorted(), ratings: ratings.sort() };
      }),
    ),
  );
  if (new Set(told).size > 1) failures.push(`the computers show different summaries: ${told.join(' | ')}`);
  for (const { nadir } of posts) {
    failures.push(...nadir.errors.map((error) => `error: ${String(error)}`));
    nadir.close();
  }
  return failures;
}

/** Compares what a computer shows of a scene with what was said of it and never answered by a later statement. */
function judge(
  { nadir }: { nadir: ReviewNadir },
  scene: LibrarySceneId,
  said: ReadonlyMap<string, ReadonlyMap<number, Said>>,
  figures: ReviewFigures,
): string[] {
  const failures: string[] = [];
  const verdictsSaid = new Set<string>();
  let conflicts = 0;
  for (const reviewerId of new Set(people.map(({ reviewer }) => reviewer.id))) {
    const all = said.get(`${scene} ${reviewerId}`) ?? new Map<number, Said>();
    const expected = new Map<string, Set<string>>();
    for (const [id, { field, value }] of all) {
      const isReplaced = [...all.values()].some((each) => each.over.has(id));
      if (!isReplaced) expected.set(field, (expected.get(field) ?? new Set()).add(value));
    }
    const shown = shownOf(nadir, scene, reviewerId);
    for (const [field, values] of expected) {
      const seen = shown.get(field) ?? ['null'];
      if (canonicalText([...values].sort()) !== canonicalText(seen))
        failures.push(
          `${reviewerId} ${field}: said ${[...values].join(' and ')}, shown ${seen.join(' and ')}`,
        );
      if (values.size > 1 && field !== 'verdict') conflicts += 1;
      if (field === 'verdict')
        for (const value of values) verdictsSaid.add(String(/"verdict":"([^"]+)"/.exec(value)?.[1]));
    }
  }
  const { summary } = nadir.reviews.ofScene(scene);
  if (verdictsSaid.size > 1 !== (summary.state === 'conflict'))
    failures.push(`verdicts ${[...verdictsSaid].join(' and ')} are shown as ${summary.state}`);
  if (summary.conflicts < conflicts)
    failures.push(`${conflicts} fields differ, and ${summary.conflicts} are shown`);
  if (canonicalText(nadir.listed(scene)?.state ?? null) !== canonicalText(summary.state))
    failures.push('the list shows another state than the details');
  figures.conflicts += conflicts + (verdictsSaid.size > 1 ? 1 : 0);
  return failures;
}

/** Lets two people at three computers review the same scenes apart from each other, and merges their folders in any order. */
export async function runReviews({
  seed,
  rounds,
  first = 0,
}: {
  seed: number;
  rounds: number;
  first?: number;
}): Promise<ReviewFigures> {
  const figures: ReviewFigures = {
    rounds,
    statements: 0,
    merges: 0,
    faults: 0,
    lostDatabases: 0,
    disputes: 0,
    conflicts: 0,
    failures: [],
  };
  for (let round = first; round < first + rounds && figures.failures.length < 20; round += 1) {
    const failures = await playRound(seededRandom(seed * 100_003 + round), figures);
    figures.failures.push(...failures.map((text) => `round ${round}: ${text}`));
  }
  return figures;
}
