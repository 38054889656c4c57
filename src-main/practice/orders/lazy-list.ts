/** The result of a query: its number of rows is known, and each row is created only for the page that shows it. */
export interface LazyList<T> {
  count: number;
  slice(offset: number, limit: number): T[];
}

/** The numbers of bulk rows that match. */
export type BulkRowNumbers = Pick<LazyList<number>, 'count' | 'slice'>;

/** Returns those of the first `count` row numbers that match; all of them without a condition. */
export function bulkRowsUpTo(count: number, fits?: (row: number) => boolean): BulkRowNumbers {
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

/** Returns the stored items followed by the bulk rows. */
export function storedThenBulk<Stored, T>(
  stored: readonly Stored[],
  rows: BulkRowNumbers,
  showStored: (stored: readonly Stored[]) => T[],
  showRows: (rows: readonly number[]) => T[],
): LazyList<T> {
  return {
    count: stored.length + rows.count,
    slice(offset, limit) {
      const first = stored.slice(offset, offset + limit);
      const after = rows.slice(Math.max(0, offset - stored.length), limit - first.length);
      return [...showStored(first), ...showRows(after)];
    },
  };
}
