import { AppError } from '../core/app-error.ts';
import type { LinkFetcher, LinkRequest } from '../service/api/service-client.ts';
import { judge, type ValidatorChange } from './answer-rules.ts';
import type { BlockFile } from './storage/block-file.ts';
import type { Span } from './storage/span-set.ts';
import { TransferDelay } from './transfer-delay.ts';

const probeBytes = 64 * 1_024;
const randomProbes = 3;

interface SameBytesOptions {
  connectionId: LinkRequest['connectionId'];
  url: string;
  fileName: string;
  links: LinkFetcher;
  file: BlockFile;
  validatorChange: ValidatorChange;
  random: () => number;
}

/** Chooses the last bytes that were written, and a few from the middle. */
function probesOf(written: readonly Span[], random: () => number): Span[] {
  const last = written.at(-1);
  if (!last) return [];
  const probes = [{ start: Math.max(last.start, last.end - probeBytes), end: last.end }];
  for (let i = 0; i < randomProbes; i += 1) {
    const span = written[Math.floor(random() * written.length)] ?? last;
    const start = span.start + Math.floor(random() * Math.max(1, span.end - span.start - probeBytes));
    probes.push({ start, end: Math.min(span.end, start + probeBytes) });
  }
  return probes;
}

function interrupted(url: string, cause: unknown): TransferDelay {
  const { host } = new URL(url);
  return new TransferDelay(new AppError('UNREACHABLE', { host, reason: 'reset' }, { cause }), null);
}

async function fetchSpan(options: SameBytesOptions, span: Span, signal: AbortSignal): Promise<Buffer | null> {
  const { validatorChange, file, url, connectionId, fileName } = options;
  const headers = { range: `bytes=${span.start}-${span.end - 1}`, 'if-range': validatorChange.validator };
  const answer = await options.links.get({ connectionId, url, headers }, signal);
  try {
    const verdict = judge(answer.status, answer.headers, {
      from: span.start,
      part: true,
      validator: validatorChange.validator,
      total: file.version.totalBytes,
      fileName,
    });
    // The comparison got no answer: it is repeated later, so that good bytes are not discarded.
    if (verdict.kind === 'wait' || verdict.kind === 'refresh-link')
      throw interrupted(url, new Error(`HTTP ${verdict.status}`));
    if (
      verdict.kind !== 'bytes' ||
      verdict.end !== span.end ||
      verdict.validator !== validatorChange.validator
    )
      return null;
    const pieces: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const piece of answer.body) {
        pieces.push(piece);
        length += piece.length;
        if (length > span.end - span.start) return null;
      }
    } catch (error) {
      throw signal.aborted ? error : interrupted(url, error);
    }
    if (length < span.end - span.start) throw interrupted(url, new Error('the answer ends early'));
    return Buffer.concat(pieces);
  } finally {
    await answer.discard();
  }
}

/**
 * Resolves with whether the bytes on disk are still those of the file. Some servers change the ETag of unchanged bytes with
 * every token; if nothing else changed, a few parts are fetched again and compared (service §11.1). Throws TransferDelay if a
 * comparison gets no answer, because that proves nothing.
 */
export async function haveSameBytes(options: SameBytesOptions, signal: AbortSignal): Promise<boolean> {
  const probes = probesOf(options.file.written(), options.random);
  for (const span of probes) {
    const theirs = await fetchSpan(options, span, signal);
    if (theirs === null || Buffer.compare(theirs, await options.file.read(span.start, span.end)) !== 0)
      return false;
  }
  return probes.length > 0;
}
