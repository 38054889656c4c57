/** What an answer to a download request means (field notes, Downloads; RFC 9110 §14–15). */
export type Verdict =
  /** Bytes from `from` on; `total` when known. */
  | { kind: 'bytes'; from: number; total: number | null; validator: string | null }
  /** Everything is already on disk, if the size is right. */
  | { kind: 'complete'; total: number }
  /** What is on disk is not of this file any more: begin again. */
  | { kind: 'restart' }
  /** The link is spent, or something else than the file came. */
  | { kind: 'refresh-link' }
  | { kind: 'wait'; retryAfter: string | null; status: number }
  | { kind: 'refused'; status: number };

export interface AskedFor {
  from: number;
  validator: string | null;
  /** Of an earlier answer; a different one means another file. */
  total: number | null;
}

/** The strong validator of an answer: an ETag, else Last-Modified (RFC 9110 §13.1.5); null when there is none. */
export function strongValidator(headers: Readonly<Record<string, string>>): string | null {
  const { etag } = headers;
  if (etag !== undefined && !etag.startsWith('W/')) return etag;
  return headers['last-modified'] ?? null;
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** An HTML or JSON body where pixels were due is an error page, whatever its status. */
function isErrorPage(headers: Readonly<Record<string, string>>): boolean {
  return /^(text\/html|application\/(problem\+)?json)\b/i.test(headers['content-type'] ?? '');
}

export function judge(status: number, headers: Readonly<Record<string, string>>, asked: AskedFor): Verdict {
  if (status === 401 || status === 403 || status === 404 || status === 410) return { kind: 'refresh-link' };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'wait', retryAfter: headers['retry-after'] ?? null, status };
  const encoded = (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  const validator = strongValidator(headers);
  if (status === 416) {
    const total = whole(/^bytes \*\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1]);
    return total !== null && asked.from > 0 && total === asked.from
      ? { kind: 'complete', total }
      : { kind: 'restart' };
  }
  if (status === 206) {
    const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '');
    const total = whole(match?.[3]);
    const from = whole(match?.[1]);
    const to = whole(match?.[2]);
    const sound =
      match !== null &&
      !encoded &&
      from === asked.from &&
      to !== null &&
      to >= from &&
      (total === null || to < total) &&
      !isErrorPage(headers);
    if (!sound) return { kind: 'restart' };
    // The same file? Size and validator must be those of the bytes on disk.
    if (asked.total !== null && total !== null && total !== asked.total) return { kind: 'restart' };
    if (asked.validator !== null && validator !== null && validator !== asked.validator)
      return { kind: 'restart' };
    return { kind: 'bytes', from: asked.from, total, validator: validator ?? asked.validator };
  }
  if (status === 200) {
    if (isErrorPage(headers)) return { kind: 'refresh-link' };
    return { kind: 'bytes', from: 0, total: encoded ? null : whole(headers['content-length']), validator };
  }
  return { kind: 'refused', status };
}
