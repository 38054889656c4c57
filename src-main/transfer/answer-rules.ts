/**
 * Why a download must begin again from its first byte: other bytes, another length, or a scene that was changed at the service.
 */
export type RestartReason = 'changed-bytes' | 'changed-size' | 'changed-scene';

/** The file has the same length but another validator. The bytes on disk must be compared before they are trusted. */
export interface ValidatorChange {
  kind: 'validator-changed';
  validator: string;
  lastModified: string | null;
}

/** What an answer to a download request means (service §11.1; RFC 9110 §14–15). */
export type Verdict =
  /** Bytes from `from` to `end` (exclusive; null: to the end of the stream); `total` is the length of the whole file if known. */
  | {
      kind: 'bytes';
      from: number;
      end: number | null;
      total: number | null;
      validator: string | null;
      lastModified: string | null;
      encoding: string | null;
      /** True if ranges of the file can be requested. */
      ranges: boolean;
    }
  /** Everything is already on disk, if the size is right. */
  | { kind: 'complete'; total: number }
  /** The bytes on disk are not from this file any more, or nothing proves that they are: begin again. */
  | { kind: 'restart'; because: RestartReason | null }
  /** The same length with another validator: other bytes, or a server that changes the validator of the same bytes. */
  | ValidatorChange
  /** The link has expired, or the answer is not the file. */
  | { kind: 'refresh-link'; status: number }
  | { kind: 'wait'; retryAfter: string | null; status: number }
  | { kind: 'refused'; status: number }
  /** The same version, but only as a whole. */
  | { kind: 'no-ranges' };

/**
 * What was requested, to compare the answer with. `from` is the first byte that is wanted. `validator` and `total` are null if
 * they are unknown.
 */
export interface RequestedRange {
  from: number;
  /** True if the request has a Range. */
  part: boolean;
  validator: string | null;
  /** The length in an earlier answer; a different one means another file. */
  total: number | null;
  /** A file that is itself a page or a JSON document is not taken for an error page. */
  fileName: string;
}

type Headers = Readonly<Record<string, string>>;

/** Last-Modified is a strong validator only if the file did not change in the second before the answer (RFC 9110 §8.8.2.2). */
function strongLastModified(headers: Headers): string | null {
  const text = headers['last-modified'];
  if (text === undefined) return null;
  const unchangedMs = Date.parse(headers.date ?? '') - Date.parse(text);
  return unchangedMs >= 1_000 ? text : null;
}

/** Returns the strong validator of an answer: an ETag, else Last-Modified (RFC 9110 §13.1.5); null if there is none. */
function strongValidator(headers: Headers): string | null {
  const { etag } = headers;
  return etag !== undefined && /^"[^"]*"$/.test(etag) ? etag : strongLastModified(headers);
}

/**
 * True if a 206 belongs to the requested version. A 206 without the ETag is not trusted, because it must repeat it (§15.3.7). It
 * need not repeat its date, but all sound servers do; and if the server also ignored If-Range, other bytes would be joined to
 * ours.
 */
function isSameVersion(asked: string | null, headers: Headers): boolean {
  if (asked === null) return true;
  if (asked.startsWith('"')) return headers.etag === asked;
  return headers['last-modified'] === asked;
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** True if the body is HTML or JSON although a file was expected: this is an error page, whatever the status. */
function isErrorPage(headers: Headers, fileName: string): boolean {
  if (/\.(html?|json|geojson)$/i.test(fileName)) return false;
  return /^(text\/html|application\/(problem\+)?json)\b/i.test(headers['content-type'] ?? '');
}

function encodingOf(headers: Headers): string | null {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  return encoding === '' || encoding === 'identity' ? null : encoding;
}

const again: Verdict = { kind: 'restart', because: null };

function validatorChangeOrRestart(headers: Headers, asked: RequestedRange): Verdict {
  const validator = strongValidator(headers);
  if (validator === null || validator === asked.validator) return again;
  return { kind: 'validator-changed', validator, lastModified: headers['last-modified'] ?? null };
}

/** Judges a whole file that answers a range request: the server has no ranges, or If-Range did not match. */
function judgeWholeForPart(headers: Headers, asked: RequestedRange): Verdict {
  const total = whole(headers['content-length']);
  if (encodingOf(headers) !== null) return again;
  if (total !== null && asked.total !== null && total !== asked.total)
    return { kind: 'restart', because: 'changed-size' };
  if (strongValidator(headers) === asked.validator) return { kind: 'no-ranges' };
  return total === asked.total ? validatorChangeOrRestart(headers, asked) : again;
}

function judgePart(headers: Headers, asked: RequestedRange): Verdict {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(headers['content-range'] ?? '');
  const from = whole(match?.[1]);
  const to = whole(match?.[2]);
  const total = whole(match?.[3]);
  if (from === null || to === null || from !== asked.from || to < from) return again;
  if (total !== null && to >= total) return again;
  // Two different lengths for one body: it is unclear which bytes these are, and bytes written before a cut would stay.
  const length = whole(headers['content-length']);
  if (length !== null && length !== to - from + 1) return again;
  if (encodingOf(headers) !== null) return again;
  if (asked.total !== null && total !== null && total !== asked.total)
    return { kind: 'restart', because: 'changed-size' };
  if (!isSameVersion(asked.validator, headers)) return validatorChangeOrRestart(headers, asked);
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

/** Returns what an answer means for the requested range: its bytes, another link, a wait, or a failure. */
export function judge(status: number, headers: Headers, asked: RequestedRange): Verdict {
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
