/**
 * Matches a query with a text from `start` on, with exactly one letter missing, added or wrong, or two letters
 * exchanged. Returns the end of the match, preferring the end of a line; -1 if there is no match. It never goes beyond
 * a line, and lines end with a line feed.
 */
export function matchWithOneError(text: string, start: number, query: string): number {
  let same = 0;
  while (same < query.length && text[start + same] === query[same]) same += 1;
  if (same === query.length) return -1;
  const at = start + same;
  const here = text[at];
  const rest = query.slice(same + 1);
  const ends: number[] = [];
  const tooMany = text.startsWith(rest, at);
  if (tooMany) ends.push(at + rest.length);
  if (here !== '\n' && here !== undefined) {
    const wrong = text.startsWith(rest, at + 1);
    if (wrong) ends.push(at + 1 + rest.length);
    const missing = text.startsWith(query.slice(same), at + 1);
    if (missing) ends.push(at + 1 + query.length - same);
    const exchanged = here === query[same + 1] && text[at + 1] === query[same];
    if (exchanged && text.startsWith(query.slice(same + 2), at + 2)) ends.push(start + query.length);
  }
  return ends.find((end) => text[end] === '\n') ?? ends[0] ?? -1;
}
