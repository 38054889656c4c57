/** Found rows: counted at once, made only for the page that is shown. */
export interface Found<T> {
  count: number;
  slice(offset: number, limit: number): T[];
}

/** Some of the made-up rows. */
export type Rows = Pick<Found<number>, 'count' | 'slice'>;

/** The first `count` made-up rows that fit, or all of them. */
export function rowsUpTo(count: number, fits?: (row: number) => boolean): Rows {
  if (!fits) {
    return {
      count,
      slice: (offset, limit) =>
        Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, place) => offset + place),
    };
  }
  const rows: number[] = [];
  for (let row = 0; row < count; row += 1) if (fits(row)) rows.push(row);
  return { count: rows.length, slice: (offset, limit) => rows.slice(offset, offset + limit) };
}

/** What is kept in memory, then what is made up. */
export function joined<Kept, T>(
  kept: readonly Kept[],
  rows: Rows,
  showKept: (some: readonly Kept[]) => T[],
  showRows: (some: readonly number[]) => T[],
): Found<T> {
  return {
    count: kept.length + rows.count,
    slice(offset, limit) {
      const first = kept.slice(offset, offset + limit);
      const after = rows.slice(Math.max(0, offset - kept.length), limit - first.length);
      return [...showKept(first), ...showRows(after)];
    },
  };
}
