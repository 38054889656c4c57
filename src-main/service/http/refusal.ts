import { z } from 'zod';
import { AppError, isAppError } from '../../app-error.ts';
import type { Redactor } from '../redaction/redact.ts';

const anyRecord = z.record(z.string(), z.unknown());

const maxDetail = 600;
/** Of one sentence; far beyond `maxDetail`, so that a secret which this cuts in two cannot come to be shown. */
const maxScanned = 16 * 1_024;
const maxFields = 100;
/** Of all sentences of an answer together. */
const maxAltogether = 64 * 1_024;
/** A timer takes no more than 24 days, a date no more than it can write. */
const longestRetrySeconds = 86_400;
const refusalCause = z.object({ refusedStatus: z.number(), retryAfter: z.number().nullable() });

/** All sentences in a value of an error body. */
function sentences(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (depth > 4 || value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap((inner) => sentences(inner, depth + 1));
}

interface ReadRefusal {
  detail: string;
  fields: Record<string, string[]>;
}

/** `message`, `detail`, `error` or lists per field: whichever is there (service §10.1). */
export function readRefusal(text: string, redactor: Redactor): ReadRefusal {
  let left = maxAltogether;
  const clean = (sentence: string) => {
    const scanned = sentence.slice(0, Math.min(maxScanned, left));
    left -= scanned.length;
    // People see it, and a service can repeat what it was sent in any form.
    return redactor.thorough(scanned).slice(0, maxDetail);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const html = /^\s*</.test(text);
    return { detail: html ? '' : clean(text.trim().slice(0, 4 * maxDetail)), fields: {} };
  }
  const body = anyRecord.safeParse(value);
  if (!body.success) return { detail: clean(sentences(value).join(' ')), fields: {} };
  const general = ['message', 'detail', 'error', 'error_description', 'errors', 'non_field_errors', 'title'];
  const details = general.flatMap((name) => sentences(body.data[name]));
  // Before the fields: many of them would use up what may be said altogether.
  const detail = clean(details.join(' '));
  const fields: Record<string, string[]> = {};
  const full = () => Object.keys(fields).length >= maxFields;
  // Some services nest the fields below `errors` or `detail`.
  const nested = ['errors', 'detail'].map((name) => anyRecord.safeParse(body.data[name]));
  for (const source of [body.data, ...nested.flatMap((each) => (each.success ? [each.data] : []))]) {
    for (const [name, inner] of Object.entries(source)) {
      if (general.includes(name)) continue;
      if (inner === null || typeof inner !== 'object' || full()) continue;
      const said = sentences(inner).slice(0, maxFields).map(clean);
      if (said.length > 0) fields[clean(name)] = said;
    }
  }
  // Nothing general said: a plain string is then the complaint about the field it stands under.
  if (details.length === 0) {
    for (const [name, inner] of Object.entries(body.data)) {
      if (typeof inner === 'string' && inner !== '' && !full()) fields[clean(name)] = [clean(inner)];
    }
  }
  return { detail, fields };
}

/** `Retry-After` in both forms, as seconds from now, a day at most; null when absent or unreadable. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(longestRetrySeconds, Math.ceil(Number(text)));
  // Date.parse takes nearly anything for a date ("1.5" is in January 2001): an HTTP date has words and colons.
  const at = /^[a-z]+,? .*\d:\d\d/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  return Math.min(longestRetrySeconds, Math.max(0, Math.ceil((at - now) / 1_000)));
}

/** The status behind an error of `refusalOf`; null for any other error. */
export function refusedStatus(error: unknown): number | null {
  if (!isAppError(error)) return null;
  const cause = refusalCause.safeParse(error.cause);
  return cause.success ? cause.data.refusedStatus : null;
}

/** The seconds that the service asked for with an error of `refusalOf`; null for none. */
export function askedRetryAfter(error: unknown): number | null {
  if (!isAppError(error)) return null;
  const cause = refusalCause.safeParse(error.cause);
  return cause.success ? cause.data.retryAfter : null;
}

/** The failure behind a status outside 2xx. */
export function refusalOf(answer: {
  status: number;
  text: string;
  host: string;
  what: string;
  retryAfter: number | null;
  redactor: Redactor;
}): AppError {
  const { status, host } = answer;
  const { detail, fields } = readRefusal(answer.text, answer.redactor);
  const shown = detail || `HTTP ${status}`;
  const options = { cause: { refusedStatus: status, retryAfter: answer.retryAfter } };
  if (status === 401 || status === 403) {
    return /contract/i.test(detail)
      ? new AppError('CONTRACT_NEEDED', { detail: shown }, options)
      : new AppError('UNAUTHORIZED', { host, detail: shown }, options);
  }
  if (status === 404 || status === 410) return new AppError('NOT_FOUND', { what: answer.what }, options);
  if (status === 429)
    return new AppError('RATE_LIMITED', { host, retryAfterSeconds: answer.retryAfter }, options);
  if (status >= 400 && status < 500)
    return new AppError('REFUSED', { status, detail: shown, fields }, options);
  return new AppError('SERVICE_FAILED', { host, status, detail: shown }, options);
}
