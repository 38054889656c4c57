/** The format of SQLite's write-ahead log (https://sqlite.org/fileformat2.html, section 4). */
const magics: Readonly<Record<number, { isLittleEndian: boolean }>> = {
  931071618: { isLittleEndian: true },
  931071619: { isLittleEndian: false },
};
const headerBytes = 32;
const frameHeaderBytes = 24;
/** The bytes of a database that say whether it is written through a log: 1 for no, 2 for yes. */
const [writeVersionAt, readVersionAt] = [18, 19];

/** Returns true for the first bytes of a write-ahead log. */
export const isWriteAheadLog = (head: Uint8Array): boolean =>
  head.length >= 4 && new DataView(head.buffer, head.byteOffset).getUint32(0) in magics;

/** Returns true for a database whose last rows may be in a write-ahead log beside it. */
export const usesWriteAheadLog = (database: Uint8Array): boolean => database[readVersionAt] === 2;

type Sums = readonly [number, number];

/** Continues the checksum of a log over some bytes, whose number is divisible by eight. */
function addToSums(view: DataView, from: number, to: number, [first, second]: Sums, isLittle: boolean): Sums {
  let [a, b] = [first, second];
  for (let at = from; at < to; at += 8) {
    a = (a + view.getUint32(at, isLittle) + b) >>> 0;
    b = (b + view.getUint32(at + 4, isLittle) + a) >>> 0;
  }
  return [a, b];
}

/**
 * Returns a database with the transactions that are complete in its write-ahead log, as one that needs no log. Like SQLite it uses the
 * log up to the first page whose checksum is wrong. Null if the log is damaged or belongs to another database.
 */
export function withWriteAheadLog(database: Uint8Array, log: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (log.length < headerBytes) return withoutLog(database);
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  const order = magics[view.getUint32(0)];
  if (order === undefined) return null;
  const { isLittleEndian: isLittle } = order;
  const pageBytes = view.getUint32(8);
  const ofDatabase = ((database[16] ?? 0) << 8) | (database[17] ?? 0);
  if (pageBytes !== (ofDatabase === 1 ? 65_536 : ofDatabase)) return null;
  let sums = addToSums(view, 0, 24, [0, 0], isLittle);
  if (sums[0] !== view.getUint32(24) || sums[1] !== view.getUint32(28)) return null;
  const committed = new Map<number, number>();
  let open: [page: number, at: number][] = [];
  let pages: number | null = null;
  const frameBytes = frameHeaderBytes + pageBytes;
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    const isOfThisLog =
      view.getUint32(at + 8) === view.getUint32(16) && view.getUint32(at + 12) === view.getUint32(20);
    sums = addToSums(view, at, at + 8, sums, isLittle);
    sums = addToSums(view, at + frameHeaderBytes, at + frameBytes, sums, isLittle);
    if (!isOfThisLog || sums[0] !== view.getUint32(at + 16) || sums[1] !== view.getUint32(at + 20)) break;
    open.push([view.getUint32(at), at + frameHeaderBytes]);
    // Only the last page of a transaction says how many pages the database has after it.
    const size = view.getUint32(at + 4);
    if (size === 0) continue;
    for (const [page, from] of open) committed.set(page, from);
    open = [];
    pages = size;
  }
  if (pages === null) return withoutLog(database);
  if (pages > database.length / pageBytes + committed.size) return null;
  const result = new Uint8Array(pages * pageBytes);
  result.set(database.subarray(0, result.length));
  for (const [page, from] of committed)
    if (page >= 1 && page <= pages) result.set(log.subarray(from, from + pageBytes), (page - 1) * pageBytes);
  return withoutLog(result);
}

/** Returns a copy of a database that says that it needs no log. */
export function withoutLog(database: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(database);
  copy[writeVersionAt] = 1;
  copy[readVersionAt] = 1;
  return copy;
}
