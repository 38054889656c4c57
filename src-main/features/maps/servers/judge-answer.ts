import { AppError } from '../../../core/app-error.ts';
import { retryAfterSeconds } from '../../../service/http/refusal.ts';
import {
  formatName,
  isDecodablePicture,
  isWholePicture,
  type PictureType,
  pictureType,
} from '../tile-picture.ts';
import { unusable } from '../unusable.ts';
import { oneLine } from './described-map.ts';
import type { BoundedAnswer } from './fetch-bounded.ts';

/** The meaning of an answer to a request for a tile. `none`: the server has no tile there, which is no failure. */
export type JudgedAnswer =
  | { kind: 'tile'; bytes: Uint8Array; type: PictureType }
  | { kind: 'none' }
  | { kind: 'unchanged' };

/** Returns the text of an answer without its tags, to be shown. */
function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 4_096));
  return oneLine(text.replaceAll(/<[^<>]{0,2000}>/g, ' '));
}

function refuseStatus({ status, headers, bytes, host }: BoundedAnswer, now: number): Error {
  const retryAfter = retryAfterSeconds(headers['retry-after'], now);
  if (status === 429 || (status === 503 && retryAfter !== null))
    return new AppError('RATE_LIMITED', { host, retryAfterSeconds: retryAfter });
  if (status >= 500) return new AppError('SERVICE_FAILED', { host, status, detail: '' });
  if (status === 401 || status === 403 || status === 407) return unusable('answer-denied', status);
  if (status === 404 || status === 410) return unusable('answer-missing', status);
  const isText = /^\s*</.test(textOf(bytes)) ? '' : textOf(bytes).slice(0, 120);
  return unusable('answer-status', `${status} ${isText}`.trim());
}

/**
 * Returns the meaning of an answer to a request for a tile, by its status and its bytes; the content type that servers send is often
 * wrong. `now` is in milliseconds since 1970. Throws an `AppError` if the answer is no tile.
 */
export function judgeAnswer(answer: BoundedAnswer, now: number): JudgedAnswer {
  const { status, bytes, isCut, headers } = answer;
  if (status === 304) return { kind: 'unchanged' };
  if (status === 204 || status === 404 || status === 410) return { kind: 'none' };
  if (status !== 200) throw refuseStatus(answer, now);
  if (isCut) throw unusable('answer-large', bytes.byteLength);
  if (bytes.byteLength === 0) return { kind: 'none' };
  const type = pictureType(bytes);
  if (type === null) {
    const format = formatName(bytes);
    if (format === 'HTML') throw unusable('answer-html');
    if (format === 'XML' || format === 'JSON') throw unusable('answer-text', textOf(bytes));
    const declared = (headers['content-type'] ?? '').split(';')[0] ?? '';
    throw unusable('answer-not-picture', format === '…' ? declared || '…' : format);
  }
  if (!isDecodablePicture(bytes)) throw unusable('answer-pixels');
  if (!isWholePicture(bytes)) throw unusable('answer-cut');
  return { kind: 'tile', bytes, type };
}

/** Returns the text of a description. Throws an `AppError` if the answer is none. `now` is in milliseconds since 1970. */
export function judgeDescription(answer: BoundedAnswer, now: number): string {
  if (answer.status !== 200) throw refuseStatus(answer, now);
  if (answer.isCut) throw unusable('capabilities-large');
  if (answer.bytes.byteLength === 0) throw unusable('capabilities-empty');
  const declared = /encoding=["']([\w-]{1,40})["']/.exec(
    Buffer.from(answer.bytes.subarray(0, 200)).toString('latin1'),
  )?.[1];
  return decode(answer.bytes, declared);
}

function decode(bytes: Uint8Array, encoding = 'utf-8'): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    throw unusable('capabilities-text', encoding);
  }
}
