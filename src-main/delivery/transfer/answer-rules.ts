/**
 * Why a download has to begin again from its first byte: other bytes, another length, or a scene that was changed at
 * the service.
 */
export type RestartReason = 'changed-bytes' | 'changed-size' | 'changed-scene';

/** The file has the same length but another validator. The bytes on disk must be compared before they are trusted. */
export interface Moved {
  kind: 'moved';
  validator: string;
  lastModified: string | null;
}

/** What an answer to a download request means (service §11.1; RFC 9110 §14–15). */
export type Verdict =
  /** Bytes from `from` up to, not including, `end` (unknown: to the end of the stream); `total` of the whole file when known. */
  | {
      kind: 'bytes';
      from: number;
      end: number | null;
      total: number | null;
      validator: string | null;
      lastModified: string | null;
      encoding: string | null;
      /** Parts of it can be asked for. */
      ranges: boolean;
    }
  /** Everything is already on disk, if the size is right. */
  | { kind: 'complete'; total: number }
  /** What is on disk is not of this file any more, or nothing says that it is: begin again. */
  | { kind: 'restart'; because: RestartReason | null }
  /** The same length under another validator: other bytes, or a server that changes its mind about the same ones. */
  | Moved
  /** The link is spent, or something else than the file came. */
  | { kind: 'refresh-link'; status: number }
  | { kind: 'wait'; retryAfter: string | null; status: number }
  | { kind: 'refused'; status: number }
  /** The same version, but only as a whole. */
  | { kind: 'no-ranges' };

/**
 * What was asked of the service, to compare its answer with. `from` is the first byte that is wanted; null where no
 * validator or size is known.
 */
export interface AskedFor {
  from: number;
  /** With a Range. */
  part: boolean;
  validator: string | null;
  /** Of an earlier answer; a different one means another file. */
  total: number | null;
  /** A file that is itself a page or a JSON document is no error page. */
  fileName: string;
}

type Headers = Readonly<Record<string, string>>;

/** Last-Modified vouches for every byte only when the file has rested since (RFC 9110 §8.8.2.2). */
function strongLastModified(headers: Headers): string | null {
  const text = headers['last-modified'];
  if (text === undefined) return null;
  const unchangedMs = Date.parse(headers.date ?? '') - Date.parse(text);
  return unchangedMs >= 1_000 ? text : null;
}

/** The strong validator of an answer: an ETag, else Last-Modified (RFC 9110 §13.1.5); null when there is none. */
function strongValidator(headers: Headers): string | null {
  const { etag } = headers;
  return etag !== undefined && /^"[^"]*"$/.test(etag) ? etag : strongLastModified(headers);
}

/**
 * Whether a 206 is of the version asked for. One that forgets its ETag is not believed: a 206 has to repeat it (§15.3.7). It
 * need not repeat its date, but all that are sound do, and one that has not looked at If-Range either would be spliced.
 */
function isSameVersion(asked: string | null, headers: Headers): boolean {
  if (asked === null) return true;
  if (asked.startsWith('"')) return headers.etag === asked;
  return headers['last-modified'] === asked;
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** An HTML or JSON body where pixels were due is an error page, whatever its status. */
function isErrorPage(headers: Headers, fileName: string): boolean {
  if (/\.(html?|json|geojson)$/i.test(fileName)) return false;
  return /^(text\/html|application\/(problem\+)?json)\b/i.test(headers['content-type'] ?? '');
}

function encodingOf(headers: Headers): string | null {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  return encoding === '' || encoding === 'identity' ? null : encoding;
}

const again: Verdict = { kind: 'restart', because: null };

function movedOrAgain(headers: Headers, asked: AskedFor): Verdict {
  const validator = strongValidator(headers);
  if (validator === null || validator === asked.validator) return again;
  return { kind: 'moved', validator, lastModified: headers['last-modified'] ?? null };
}

/** The whole although a part was asked for: no ranges here, or If-Range did its work. */
function judgeWholeForPart(headers: Headers, asked: AskedFor): Verdict {
  const total = whole(headers['content-length']);
  if (encodingOf(headers) !== null) return again;
  if (total !== null && asked.total !== null && total !== asked.total)
    return { kind: 'restart', because: 'changed-size' };
  if (strongValidator(headers) === asked.validator) return { kind: 'no-ranges' };
  return total === asked.total ? movedOrAgain(headers, asked) : again;
}

function judgePart(headers: Headers, asked: AskedFor): Verdict {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(headers['content-range'] ?? '');
  const from = whole(match?.[1]);
  const to = whole(match?.[2]);
  const total = whole(match?.[3]);
  if (from === null || to === null || from !== asked.from || to < from) return again;
  if (total !== null && to >= total) return again;
  // Two lengths for one body: which bytes these are nobody knows, and what came before a cut would stay.
  const length = whole(headers['content-length']);
  if (length !== null && length !== to - from + 1) return again;
  if (encodingOf(headers) !== null) return again;
  if (asked.total !== null && total !== null && total !== asked.total)
    return { kind: 'restart', because: 'changed-size' };
  if (!isSameVersion(asked.validator, headers)) return movedOrAgain(headers, asked);
  return {
    kind: 'bytes',
    from,
    end: to + 1,
    total: total ?? asked.total,
    validator: strongValidator(headers) ?? asked.validator,
    lastModified: headers['last-modified'] ?? null,
    encoding: null,
    ranges: true,
  };
}

/** What an answer means for a range that was asked for: its bytes, another link, a wait, or a failure. */
export function judge(status: number, headers: Headers, asked: AskedFor): Verdict {
  if (status === 401 || status === 403 || status === 404 || status === 410)
    return { kind: 'refresh-link', status };
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'wait', retryAfter: headers['retry-after'] ?? null, status };
  if (status === 416) {
    const total = whole(/^bytes \*\/(\d+)$/i.exec(headers['content-range'] ?? '')?.[1]);
    return total !== null && (asked.from > 0 || !asked.part) && total === asked.from
      ? { kind: 'complete', total }
      : { kind: 'restart', because: total === null || total === asked.total ? null : 'changed-size' };
  }
  if (status !== 200 && status !== 206) return { kind: 'refused', status };
  if (isErrorPage(headers, asked.fileName)) return { kind: 'refresh-link', status };
  if (status === 206) return judgePart(headers, asked);
  if (asked.part) return judgeWholeForPart(headers, asked);
  const encoding = encodingOf(headers);
  // The length and the validator of an encoded body are not those of the file.
  const total = encoding === null ? whole(headers['content-length']) : null;
  const validator = encoding === null ? strongValidator(headers) : null;
  return {
    kind: 'bytes',
    from: 0,
    end: total,
    total,
    validator,
    lastModified: headers['last-modified'] ?? null,
    encoding,
    ranges: validator !== null && /\bbytes\b/i.test(headers['accept-ranges'] ?? ''),
  };
}
