/** The different texts of a column, each with a code: its position, from 1. */
export interface ValueCodes {
  values: string[];
  byValue: Map<string, number>;
}

/** Makes the codes of these texts, of which the first stands for none. */
export function makeCodes(values: readonly string[] = ['']): ValueCodes {
  return { values: [...values], byValue: new Map(values.map((value, code) => [value, code])) };
}

/** Returns the code of a text, which gets one if it has none yet; 0 for no text. */
export function codeOf({ values, byValue }: ValueCodes, text: string | null): number {
  if (text === null || text === '') return 0;
  const known = byValue.get(text);
  if (known !== undefined) return known;
  byValue.set(text, values.length);
  return values.push(text) - 1;
}

/** Returns for each code its position in the order of texts, without regard to case. */
export function ranksOf({ values }: ValueCodes): Float64Array {
  const order = values
    .map((value, code) => ({ code, key: value.toLowerCase() }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.code - b.code));
  const ranks = new Float64Array(values.length);
  for (const [rank, { code }] of order.entries()) ranks[code] = rank;
  return ranks;
}
