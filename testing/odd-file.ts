/** A place as the generator knows it. */
export interface TruePlace {
  name: string;
  longitude: number;
  latitude: number;
  /** The notes that it must have; not compared if undefined. */
  notes?: string;
  /** The attributes that it must have, beside any others. */
  attributes?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A file, or files that belong together, written oddly but with one meaning, with the places that they hold. */
export interface OddFile {
  files: Readonly<Record<string, string | Buffer>>;
  /** What is odd about it, for the message of a failing test. */
  about: string;
  places: readonly TruePlace[];
  /**
   * The question that nobody but a person can answer: with the code of the right system, or with a text that the sample of the right
   * encoding shows; null if nothing may be asked.
   */
  asked: { kind: 'encoding'; shows: string } | { kind: 'crs'; answer: string } | null;
  /** What cannot be read and has to be named: parts of the values of notes and problems, such as names of members. */
  named: readonly string[];
  /** The number of features that have no place, each of which has to be rejected with its reason. */
  rejected: number;
}

/** Returns one item of a list by the seed of the file. */
export type Pick = <Item>(list: readonly Item[]) => Item;

/** What an odd file is made from; the same seed gives the same file. */
export interface OddSource {
  random: () => number;
  pick: Pick;
}

/** Returns an odd file about which nothing has to be asked and which is wholly readable, but for what `rest` says. */
export function oddFile(
  about: string,
  files: OddFile['files'],
  places: readonly TruePlace[],
  rest: Partial<OddFile> = {},
): OddFile {
  return { files, about, places, asked: null, named: [], rejected: 0, ...rest };
}

/** Returns some places all over the world, named by `nameOf`. */
export function makePlaces(
  { random }: OddSource,
  nameOf: (index: number) => string = (i) => `Ort ${i + 1} Mühle`,
): TruePlace[] {
  const count = 3 + Math.floor(random() * 6);
  // Whole seconds are exact in every notation of the generator, within six decimals.
  const whole = (range: number) => Math.round((random() * 2 - 1) * range * 3_600) / 3_600;
  return Array.from({ length: count }, (_, i) => ({
    name: nameOf(i),
    latitude: whole(80),
    longitude: whole(170),
  }));
}
