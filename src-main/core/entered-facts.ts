import { z } from 'zod';
import { type ForeignTime, periodField, readForeignTime, readPeriod } from './foreign-time.ts';
import { bandsEntry, type FactSource, statedField } from './stated-facts.ts';

/** What a scene has of the facts that a person can enter. */
interface DescribedScene {
  timestamp: string | null;
  satelliteName: string | null;
  raw: Record<string, unknown>;
}

/** A time that a person entered; `unknown` if the person has emptied the field. */
type EnteredTime = ForeignTime | 'unknown';

const sourcesSchema = z.record(z.string(), z.unknown()).catch({});
const bandsSourceSchema = z.object({ by: z.literal('person'), what: z.string(), before: z.string() });

/** Returns who stated which value of a scene; `raw` is that of the scene. */
const readSources = (raw: Record<string, unknown>) => sourcesSchema.parse(raw[statedField]);

/** Reads a time that a person typed; returns null for a text that is no time. */
export const readEnteredTime = (text: string): EnteredTime | null =>
  text.trim() === '' ? 'unknown' : readForeignTime(text);

/**
 * Returns the facts of a scene with what a person says of them, and with who said so. `time` of null and `satelliteName` of undefined leave
 * a value as it is; `at` is when the person said it, in ISO 8601.
 */
export function withEnteredFacts(
  scene: DescribedScene,
  { time, satelliteName, at }: { time: EnteredTime | null; satelliteName: string | undefined; at: string },
): DescribedScene {
  const { [periodField]: period, ...others } = scene.raw;
  const sources = { ...readSources(scene.raw) };
  const source: FactSource = { by: 'person', what: at };
  const raw: Record<string, unknown> = { ...others };
  const entered = { timestamp: scene.timestamp, satelliteName: scene.satelliteName, raw };
  if (time === null) {
    if (period !== undefined) raw[periodField] = period;
  } else {
    entered.timestamp = time !== 'unknown' && time.kind === 'moment' ? time.at : null;
    if (time !== 'unknown' && time.kind === 'period') raw[periodField] = { start: time.start, end: time.end };
    sources.timestamp = source;
  }
  if (satelliteName !== undefined) {
    entered.satelliteName = satelliteName.trim() || null;
    sources.satelliteName = source;
  }
  raw[statedField] = sources;
  return entered;
}

/** Returns true if a person has named the bands of a file; `raw` is that of its scene. */
export const areBandsEntered = (raw: Record<string, unknown>, fileName: string): boolean =>
  bandsSourceSchema.safeParse(readSources(raw)[bandsEntry(fileName)]).success;

/**
 * Returns the names of the bands of a file as a person says them, and the `raw` of its scene with who said so. No names bring back those
 * that the source gave.
 */
export function withEnteredBands(
  raw: Record<string, unknown>,
  file: { name: string; bands: readonly string[] },
  { bands, at }: { bands: readonly string[]; at: string },
): { raw: Record<string, unknown>; bands: string[] } {
  const { [bandsEntry(file.name)]: entered, ...others } = readSources(raw);
  const before = bandsSourceSchema.safeParse(entered).data?.before ?? JSON.stringify(file.bands);
  const isBack = bands.length === 0;
  // That names were taken back is kept too: another computer, or the item in the library folder, still has them.
  const entry = isBack ? { by: 'person', what: at } : { by: 'person', what: at, before };
  const isNothing = isBack && entered === undefined;
  return {
    raw: { ...raw, [statedField]: isNothing ? others : { ...others, [bandsEntry(file.name)]: entry } },
    bands: isBack ? z.array(z.string()).catch([]).parse(JSON.parse(before)) : [...bands],
  };
}

const personSourceSchema = z.object({ by: z.literal('person'), what: z.iso.datetime() });
/** No clock is so wrong; what a foreign file dates later would win for ever. */
const latestEntry = Date.UTC(2100, 0, 1);

/** Returns when a person entered a value, in milliseconds; null if no person has. */
function enteredAt(raw: Record<string, unknown>, entry: string): number | null {
  const read = personSourceSchema.safeParse(readSources(raw)[entry]);
  const at = read.success ? Date.parse(read.data.what) : latestEntry;
  return at < latestEntry ? at : null;
}

/** Returns a time in ISO 8601 that is later than each at which a person entered something of a scene: computers have different clocks. */
export function laterThanEntered(raw: Record<string, unknown>, now: Date): string {
  const times = Object.keys(readSources(raw)).map(
    (entry) => enteredAt(raw, entry) ?? Number.NEGATIVE_INFINITY,
  );
  return new Date(Math.max(now.getTime(), ...times.map((time) => time + 1))).toISOString();
}

/** A scene with the facts that a person can enter, and with its files, whose bands a person can name. */
interface SceneWithFiles extends DescribedScene {
  files: readonly { name: string; bands: readonly string[] }[];
}

/**
 * Returns a scene with what a person has entered of it later elsewhere, which is what `other` says of the same scene: another computer shares
 * the library folder. Null if that has nothing later.
 */
export function withLaterEntered<T extends SceneWithFiles>(own: T, other: SceneWithFiles): T | null {
  const isLater = (entry: string) => {
    const theirs = enteredAt(other.raw, entry);
    return theirs !== null && theirs > (enteredAt(own.raw, entry) ?? Number.NEGATIVE_INFINITY);
  };
  const sources = { ...readSources(own.raw) };
  const theirSources = readSources(other.raw);
  const merged = { ...own, raw: { ...own.raw } };
  const later: string[] = [];
  // The item is a foreign file: a text that is no time is nobody's.
  const theirTime = other.timestamp === null ? 'none' : readForeignTime(other.timestamp);
  if (isLater('timestamp') && theirTime !== null) {
    later.push('timestamp');
    merged.timestamp = theirTime !== 'none' && theirTime.kind === 'moment' ? theirTime.at : null;
    delete merged.raw[periodField];
    const theirPeriod = readPeriod(other.raw);
    if (theirPeriod !== null) merged.raw[periodField] = theirPeriod;
  }
  if (isLater('satelliteName')) {
    later.push('satelliteName');
    merged.satelliteName = other.satelliteName;
  }
  merged.files = own.files.map((file) => {
    const theirs = other.files.find(({ name }) => name === file.name);
    if (theirs === undefined || !isLater(bandsEntry(file.name))) return file;
    later.push(bandsEntry(file.name));
    return { ...file, bands: [...theirs.bands] };
  });
  if (later.length === 0) return null;
  for (const entry of later) sources[entry] = theirSources[entry];
  merged.raw[statedField] = sources;
  return merged;
}

/** Returns the `raw` of a scene with what `other` says of who has named the bands of these files, which another computer has added. */
export function withBandsEntriesOf(
  raw: Record<string, unknown>,
  other: Record<string, unknown>,
  files: readonly { name: string }[],
): Record<string, unknown> {
  const theirs = readSources(other);
  const entries = files.map(({ name }) => bandsEntry(name)).filter((entry) => theirs[entry] !== undefined);
  if (entries.length === 0) return raw;
  const added = Object.fromEntries(entries.map((entry) => [entry, theirs[entry]]));
  return { ...raw, [statedField]: { ...added, ...readSources(raw) } };
}
