/** A part of the well-known text of a coordinate system, for example `UNIT["metre", 1]`. */
export interface WktNode {
  /** In upper case. */
  keyword: string;
  values: readonly (string | number)[];
  parts: readonly WktNode[];
}

const mostDepth = 24;
const token =
  /\s*(?:"((?:[^"]|"")*)"|([A-Za-z_][\w]*)|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([[\](),]))/y;

/** Returns the tree of well-known text (WKT 1 or 2, with either kind of bracket); null if it is not well formed. */
export function parseWkt(text: string): WktNode | null {
  token.lastIndex = 0;
  const next = () => token.exec(text);

  /** Reads what follows a keyword and its bracket. */
  function readNode(keyword: string, depth: number): WktNode | null {
    if (depth > mostDepth) return null;
    const values: (string | number)[] = [];
    const parts: WktNode[] = [];
    for (let found = next(); found !== null; found = next()) {
      const [, quoted, word, number, mark] = found;
      if (quoted !== undefined) values.push(quoted.replaceAll('""', '"'));
      else if (number !== undefined) values.push(Number(number));
      else if (word !== undefined) {
        const after = token.lastIndex;
        const bracket = next()?.[4];
        if (bracket === '[' || bracket === '(') {
          const part = readNode(word.toUpperCase(), depth + 1);
          if (part === null) return null;
          parts.push(part);
        } else {
          token.lastIndex = after;
          values.push(word);
        }
      } else if (mark === ']' || mark === ')') return { keyword, values, parts };
    }
    return null;
  }

  const keyword = next()?.[2];
  const bracket = next()?.[4];
  return keyword !== undefined && (bracket === '[' || bracket === '(')
    ? readNode(keyword.toUpperCase(), 0)
    : null;
}

/** Returns the first direct part with one of these keywords; null without one. */
export const partOf = (node: WktNode | null, ...keywords: string[]): WktNode | null =>
  node?.parts.find((part) => keywords.includes(part.keyword)) ?? null;

/** Returns the name of a part; empty without one. */
export function nameOfPart(node: WktNode | null): string {
  const [name] = node?.values ?? [];
  return typeof name === 'string' ? name : '';
}

/** Returns the value of a part at this position if it is a number. */
export function numberOfPart(node: WktNode | null, at = 1): number | null {
  const value = node?.values[at];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Returns the EPSG code of a part; null without one. */
export function codeOfPart(node: WktNode | null): number | null {
  const id = partOf(node, 'AUTHORITY', 'ID');
  const code = Number(id?.values[1]);
  return nameOfPart(id).toUpperCase() === 'EPSG' && Number.isInteger(code) && code > 0 ? code : null;
}
