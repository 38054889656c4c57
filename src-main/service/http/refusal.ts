import { z } from 'zod';
import { AppError, isAppError } from '../../core/app-error.ts';
import type { Redactor } from '../redaction/redact.ts';

const anyRecord = z.record(z.string(), z.unknown());

const maxDetail = 600;
/** The limit for one sentence. It is far above `maxDetail`, so that a secret which this limit cuts in two is never shown. */
const maxScanned = 16 * 1_024;
const maxFields = 100;
/** The limit for all sentences of an answer together. */
const maxAltogether = 64 * 1_024;
/** A timer accepts no more than 24 days, and a date has a largest value. */
const maxRetryAfterSeconds = 86_400;
const refusalCause = z.object({ refusedStatus: z.number(), retryAfter: z.number().nullable() });

/** Returns all sentences in a value of an error body. */
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

/** Reads `message`, `detail`, `error` or lists per field, whichever the body has (service §10.1). */
export function readRefusal(text: string, redactor: Redactor): ReadRefusal {
  let left = maxAltogether;
  const clean = (sentence: string) => {
    const scanned = sentence.slice(0, Math.min(maxScanned, left));
    left -= scanned.length;
    // Users see this text, and a service can repeat what was sent to it in any form.
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
  // Without a general sentence, a plain string is the complaint about the field it belongs to.
  if (details.length === 0) {
    for (const [name, inner] of Object.entries(body.data)) {
      if (typeof inner === 'string' && inner !== '' && !full()) fields[clean(name)] = [clean(inner)];
    }
  }
  return { detail, fields };
}

/** Returns `Retry-After`, in either form, as seconds from now, at most one day; null if it is absent or unreadable. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(maxRetryAfterSeconds, Math.ceil(Number(text)));
  // Date.parse accepts nearly anything as a date ("1.5" is in January 2001); an HTTP date has words and colons.
  const at = /^[a-z]+,? .*\d:\d\d/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  return Math.min(maxRetryAfterSeconds, Math.max(0, Math.ceil((at - now) / 1_000)));
}

/** Returns the status behind an error of `refusalOf`; null for any other error. */
export function refusedStatus(error: unknown): number | null {
  if (!isAppError(error)) return null;
  const cause = refusalCause.safeParse(error.cause);
  return cause.success ? cause.data.refusedStatus : null;
}

/** Returns the seconds that the service asked to wait, from an error of `refusalOf`; null if it did not ask. */
export function askedRetryAfter(error: unknown): number | null {
  if (!isAppError(error)) return null;
  const cause = refusalCause.safeParse(error.cause);
  return cause.success ? cause.data.retryAfter : null;
}

/** Returns the error for a status outside 2xx. */
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
