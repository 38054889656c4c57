import { open } from 'node:fs/promises';
import { AppError } from '../app-error.ts';
import { writeAllTo } from '../core/write-all-at.ts';
import { createBoundedFetch } from '../maps/servers/fetch-bounded.ts';
import type { ImportOptions } from '../scene-imports/import-options.ts';
import { safeAddress } from '../service/http/addresses.ts';
import type { HttpClient } from '../service/http/http-client.ts';
import { reachOf, resolveHost } from '../service/http/network-place.ts';
import { discard } from '../service/http/send-request.ts';

/** A page of a hundred items has some megabytes. */
const maxAnswerBytes = 8 * 1_024 * 1_024;
/** A catalog that computes its answer may take longer than a server of tiles. */
const timeoutMs = 60_000;

/**
 * Writes a body to a file. Throws BAD_ANSWER as soon as it is longer than `sizeBytes`, UNREACHABLE if it ends early, and the error of
 * the system if the file cannot be written.
 */
async function writeBody(
  body: AsyncIterable<Uint8Array>,
  { path, host, sizeBytes }: { path: string; host: string; sizeBytes: number | null },
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  // Opened before the body is read: a stream of a file that cannot be opened says so only with the next piece of the body.
  const file = await open(path, 'w');
  let received = 0;
  async function* pieces() {
    try {
      yield* body;
    } catch (error) {
      if (signal.aborted) throw error;
      throw new AppError('UNREACHABLE', { host, reason: 'reset' }, { cause: error });
    }
  }
  try {
    for await (const piece of pieces()) {
      received += piece.length;
      // A body without an end would fill the disk of the library.
      if (sizeBytes !== null && received > sizeBytes)
        throw new AppError('BAD_ANSWER', { where: host, detail: `> ${sizeBytes} B` });
      await writeAllTo(file, piece, null);
      onBytes(piece.length);
    }
  } finally {
    await file.close();
  }
}

/** Creates the requests of imports, under the same rules as those for the user's maps. */
export function createImportRequests(httpClient: HttpClient): Pick<ImportOptions, 'fetch' | 'download'> {
  const bounded = createBoundedFetch({ httpClient, limitMs: timeoutMs });
  return {
    async fetch(address, signal) {
      const url = safeAddress(address);
      const reach = await reachOf([url.hostname], resolveHost);
      const answer = await bounded({
        ...{ url, origins: [url.origin], reach, maxBytes: maxAnswerBytes, signal },
        headers: { accept: 'application/geo+json, application/json' },
      });
      const { status, host } = answer;
      if (status < 200 || status > 299) throw new AppError('SERVICE_FAILED', { host, status, detail: '' });
      if (answer.isCut) throw new AppError('BAD_ANSWER', { where: host, detail: `> ${maxAnswerBytes} B` });
      return Buffer.from(answer.bytes).toString('utf8');
    },
    async download({ url: address, origin, path, sizeBytes }, onBytes, signal) {
      const url = safeAddress(address);
      // Files may be on public hosts, or in the same network as the address that the user typed, but not deeper inside.
      const reach = await reachOf([new URL(origin).hostname], resolveHost);
      const { status, body } = await httpClient.stream(
        {
          ...{ method: 'GET', url, opaque: true },
          headersFor: () => ({ 'user-agent': 'Nadir', accept: '*/*' }),
          reachFor: async () => reach,
        },
        signal,
      );
      try {
        if (status !== 200) throw new AppError('SERVICE_FAILED', { host: url.host, status, detail: '' });
        await writeBody(body, { path, host: url.host, sizeBytes }, onBytes, signal);
      } finally {
        // A file that cannot be created ends the writing before the body is read.
        discard(body);
      }
    },
  };
}
