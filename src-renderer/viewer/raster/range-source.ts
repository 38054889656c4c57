/** The error of a file that is not the one any more that was opened. */
export class FileChangedError extends Error {}

/** The error of a file that cannot be asked for: it, its drive or Nadir itself is gone for now. It says nothing of the file. */
export class FileAwayError extends Error {}

/** True for such an error, also where a library has wrapped it. */
export function isFileAway(error: unknown): boolean {
  if (error instanceof FileAwayError) return true;
  if (error instanceof AggregateError) return error.errors.some(isFileAway);
  return error instanceof Error && error.cause !== undefined && isFileAway(error.cause);
}

/** Neighbouring ranges with no more between them are read by one request. */
const gapBytes = 32 * 1_024;
/** One request is for at most so much, unless a single range is longer. */
const mostRequestBytes = 4 * 1_024 * 1_024;
/** Directories are read in pages, of which some are kept. */
const pageBytes = 64 * 1_024;
const mostPages = 32;

interface Wanted {
  offset: number;
  length: number;
  resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  reject: (error: unknown) => void;
}

/** Ranges that are wanted at the same time. */
export interface RangeBatch {
  /** Resolves with the bytes after `send` was called; fewer if the file ends before. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Requests all ranges, neighbours together. */
  send(): void;
}

/** Returns the ranges in groups, each for one request. */
function groupsOf(wanted: readonly Wanted[]): Wanted[][] {
  const groups: Wanted[][] = [];
  let [from, until] = [0, -1];
  for (const range of wanted.toSorted((a, b) => a.offset - b.offset)) {
    const end = Math.max(until, range.offset + range.length);
    const group = groups.at(-1);
    if (group && range.offset - until <= gapBytes && end - from <= mostRequestBytes) group.push(range);
    else {
      groups.push([range]);
      from = range.offset;
      until = range.offset;
    }
    until = Math.max(until, range.offset + range.length);
  }
  return groups;
}

/**
 * Creates the reader of a file by HTTP ranges. It can be given to the GeoTIFF library as a source.
 * Reading throws FileChangedError if the file is another one than at the first request.
 */
export function createRangeSource(url: string) {
  let etag: string | null = null;
  const pages = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

  async function request(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const range = `bytes=${offset}-${offset + length - 1}`;
    // What is unpacked is kept here; the browser's cache would write the file to the disk a second time.
    const answer = await fetch(url, { headers: { range }, cache: 'no-store' }).catch((cause: unknown) => {
      throw new FileAwayError('the file does not answer', { cause });
    });
    const seen = answer.headers.get('etag');
    if (answer.ok) etag ??= seen;
    if (answer.status === 416 || (answer.ok && seen !== etag)) throw new FileChangedError('the file changed');
    if (!answer.ok) throw new FileAwayError(`the file answers ${answer.status}`);
    const bytes = new Uint8Array(
      await answer.arrayBuffer().catch((cause: unknown) => {
        throw new FileAwayError('the file ends before its answer', { cause });
      }),
    );
    return answer.status === 206 ? bytes : bytes.subarray(offset, offset + length);
  }

  async function readGroup(group: readonly Wanted[]): Promise<void> {
    const from = group[0]?.offset ?? 0;
    const until = group.reduce((end, { offset, length }) => Math.max(end, offset + length), from);
    try {
      const bytes = await request(from, until - from);
      for (const { offset, length, resolve } of group)
        resolve(bytes.subarray(offset - from, offset - from + length));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  function page(index: number): Promise<Uint8Array<ArrayBuffer>> {
    const kept = pages.get(index);
    if (kept) return kept;
    const read = request(index * pageBytes, pageBytes);
    pages.set(index, read);
    read.catch(() => pages.delete(index));
    for (const oldest of pages.keys()) {
      if (pages.size <= mostPages) break;
      pages.delete(oldest);
    }
    return read;
  }

  /** Returns a part of the file from pages; it ends where the file ends. */
  async function fromPages(offset: number, length: number): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const at = offset + filled;
      const part = (await page(Math.floor(at / pageBytes))).subarray(at % pageBytes);
      if (part.length === 0) break;
      const used = part.subarray(0, length - filled);
      bytes.set(used, filled);
      filled += used.length;
    }
    return bytes.buffer.slice(0, filled);
  }

  async function fetchSlice({ offset, length }: { offset: number; length: number }) {
    const data =
      length < pageBytes ? await fromPages(offset, length) : (await request(offset, length)).slice().buffer;
    return { offset, length, data };
  }

  return {
    /** Begins a batch of ranges. */
    batch(): RangeBatch {
      const wanted: Wanted[] = [];
      return {
        read: (offset, length) =>
          new Promise((resolve, reject) => wanted.push({ offset, length, resolve, reject })),
        send() {
          for (const group of groupsOf(wanted.splice(0))) void readGroup(group);
        },
      };
    },
    fetchSlice,
    fetch: async (slices: readonly { offset: number; length: number }[]) =>
      (await Promise.all(slices.map(fetchSlice))).map(({ data }) => data),
    fileSize: null,
    async close() {
      pages.clear();
    },
  };
}

/** What `createRangeSource` returns. */
export type RangeSource = ReturnType<typeof createRangeSource>;
