const newLine = 10;

/** The folded texts of scenes in one buffer, in which a word is found faster than in a table. */
export interface SceneTexts {
  bytes: Buffer;
  /** Text i is from `starts[i]` up to, but not including, `starts[i + 1]`; it ends with a new line. */
  starts: Float64Array;
  count: number;
}

/** Returns an empty list of texts. */
export const makeTexts = (): SceneTexts => ({
  bytes: Buffer.alloc(1_024),
  starts: new Float64Array(64),
  count: 0,
});

const endOf = ({ starts, count }: SceneTexts) => starts[count] ?? 0;

/** Adds a text. */
export function addText(texts: SceneTexts, text: string) {
  const line = Buffer.from(`${text.replaceAll('\n', ' ')}\n`);
  addBytes(texts, line);
}

/** Adds a text of another list, with its new line at the end. */
export function addBytes(texts: SceneTexts, line: Uint8Array) {
  const at = endOf(texts);
  if (at + line.length > texts.bytes.length) {
    const grown = Buffer.alloc(Math.ceil((at + line.length) * 1.5));
    grown.set(texts.bytes.subarray(0, at));
    texts.bytes = grown;
  }
  if (texts.count + 2 > texts.starts.length) {
    const grown = new Float64Array(Math.ceil(texts.starts.length * 1.5) + 2);
    grown.set(texts.starts.subarray(0, texts.count + 1));
    texts.starts = grown;
  }
  texts.bytes.set(line, at);
  texts.count += 1;
  texts.starts[texts.count] = at + line.length;
}

/** Returns the bytes of a text with its new line. */
export const bytesOf = ({ bytes, starts }: SceneTexts, row: number): Buffer =>
  bytes.subarray(starts[row] ?? 0, starts[row + 1] ?? 0);

/** Compares two texts; returns a negative number if the first one is before the second. */
export const compareTexts = ({ bytes, starts }: SceneTexts, one: number, other: number): number =>
  bytes.compare(
    bytes,
    starts[other] ?? 0,
    (starts[other + 1] ?? 1) - 1,
    starts[one] ?? 0,
    (starts[one + 1] ?? 1) - 1,
  );

/** Returns the text that contains a byte: the last one that starts at or before it. */
function rowAt({ starts, count }: SceneTexts, at: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** If the candidates are less than this fraction of all texts, each is searched separately. */
const fewOf = 16;

/** Returns those of the rows, which are in ascending order, whose text contains a word without white space. */
export function rowsWithWord(texts: SceneTexts, rows: Uint32Array, word: string): Uint32Array {
  const wanted = Buffer.from(word);
  if (wanted.includes(newLine)) return new Uint32Array(0);
  const kept = new Uint32Array(rows.length);
  let count = 0;
  if (rows.length < texts.count / fewOf) {
    for (const row of rows) if (bytesOf(texts, row).includes(wanted)) kept[count++] = row;
    return kept.subarray(0, count);
  }
  // Searches the whole buffer from hit to hit, and advances in the rows at the same time.
  const bytes = texts.bytes.subarray(0, endOf(texts));
  let next = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; ) {
    const row = rowAt(texts, at);
    while (next < rows.length && (rows[next] ?? 0) < row) next += 1;
    if (next >= rows.length) break;
    if (rows[next] === row) kept[count++] = row;
    at = bytes.indexOf(wanted, texts.starts[row + 1] ?? bytes.length);
  }
  return kept.subarray(0, count);
}
