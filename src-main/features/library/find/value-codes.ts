/** The distinct texts of a column; the code of a text is its position, from 1. */
export interface ValueCodes {
  values: string[];
  byValue: Map<string, number>;
}

/** Returns the codes of these texts; the first one stands for no text. */
export function makeCodes(values: readonly string[] = ['']): ValueCodes {
  return { values: [...values], byValue: new Map(values.map((value, code) => [value, code])) };
}

/** Returns the code of a text, which is added if it is new; 0 for no text. */
export function codeOf({ values, byValue }: ValueCodes, text: string | null): number {
  if (text === null || text === '') return 0;
  const known = byValue.get(text);
  if (known !== undefined) return known;
  byValue.set(text, values.length);
  return values.push(text) - 1;
}

/** Returns for each code the position of its text when sorted without regard to case. */
export function ranksOf({ values }: ValueCodes): Float64Array {
  const order = values
    .map((value, code) => ({ code, key: value.toLowerCase() }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.code - b.code));
  const ranks = new Float64Array(values.length);
  for (const [rank, { code }] of order.entries()) ranks[code] = rank;
  return ranks;
}
