import { describe, expect, it } from 'vitest';
import { connectionIdSchema } from '../../src-preload/contract/ids.ts';
import { haveSameBytes } from './have-same-bytes.ts';
import type { BlockFile } from './storage/block-file.ts';
import { noVersion } from './storage/journal.ts';
import type { Span } from './storage/span-set.ts';
import { TransferDelay } from './transfer-delay.ts';

const probe = 64 * 1_024;
const size = 10 * probe;
const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31) % 251));

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer[];
  /** The connection breaks after the body. */
  isCut?: boolean;
}
const partOf = (start: number, end: number): Answer => ({
  status: 206,
  headers: { etag: '"new"', 'content-range': `bytes ${start}-${end - 1}/${size}` },
  body: [bytes.subarray(start, start + 5), bytes.subarray(start + 5, end)],
});

/** Compares the bytes on disk with the answers of a service that the test defines. */
function compare({
  written = [{ start: 0, end: size }],
  change = (answer: Answer, _turn: number) => answer,
  disk = bytes,
  random = () => 0.5,
  signal = new AbortController().signal,
}: {
  written?: Span[];
  change?: (answer: Answer, turn: number) => Answer;
  disk?: Buffer;
  random?: () => number;
  signal?: AbortSignal;
} = {}) {
  const asked: string[] = [];
  let discarded = 0;
  const unused = () => {
    throw new Error('not needed to compare');
  };
  const file: BlockFile = {
    version: { ...noVersion, validator: '"old"', totalBytes: size },
    fd: 0,
    written: () => written,
    read: async (start, end) => disk.subarray(start, end),
    writtenBytes: unused,
    identify: unused,
    batchBytes: unused,
    wrote: unused,
    summed: unused,
    isBehind: unused,
    onCaughtUp: unused,
    flushIfDue: unused,
    flush: unused,
    keepWritten: unused,
    restart: unused,
    digest: unused,
    close: unused,
  };
  const result = haveSameBytes(
    {
      connectionId: connectionIdSchema.parse('desk'),
      url: 'https://files.example/a.tif',
      fileName: 'a.tif',
      file,
      random,
      validatorChange: { kind: 'validator-changed', validator: '"new"', lastModified: null },
      links: {
        receive: unused,
        async get({ headers }) {
          asked.push(`${headers.range} ${headers['if-range']}`);
          const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
          const {
            status,
            headers: answered,
            body,
            isCut,
          } = change(partOf(Number(start), Number(last) + 1), asked.length);
          return {
            status,
            headers: answered,
            body: (async function* () {
              yield* body;
              if (isCut) throw new Error('cut');
            })(),
            async discard() {
              discarded += 1;
            },
          };
        },
      },
    },
    signal,
  );
  return { result, asked, discarded: () => discarded };
}

describe('the same bytes under another name', () => {
  it('are known by the last bytes and three other parts', async () => {
    const { result, asked, discarded } = compare();
    expect(await result).toBe(true);
    const middle = `bytes=${4.5 * probe}-${5.5 * probe - 1} "new"`;
    expect(asked).toEqual([`bytes=${9 * probe}-${size - 1} "new"`, middle, middle, middle]);
    expect(discarded()).toBe(4);
  });

  it('are looked for only where there are some', async () => {
    const { result, asked } = compare({
      written: [
        { start: 10, end: 30 },
        { start: 100, end: 120 },
      ],
      random: () => 0,
    });
    expect(await result).toBe(true);
    expect(asked).toEqual(['100-119', '10-29', '10-29', '10-29'].map((range) => `bytes=${range} "new"`));
  });

  it('are not proved by no bytes', async () => {
    const { result, asked } = compare({ written: [] });
    expect([await result, asked]).toEqual([false, []]);
  });
});

describe('other bytes', () => {
  it.each([1, 2, 4])('are found in answer %i, and no more is asked', async (at) => {
    const change = (answer: Answer, turn: number) =>
      turn === at ? { ...answer, body: answer.body.map((piece) => Buffer.alloc(piece.length)) } : answer;
    const { result, asked } = compare({ change });
    expect([await result, asked.length]).toEqual([false, at]);
  });

  it.each<[string, (answer: Answer) => Answer]>([
    ['are sent as a whole', (answer) => ({ ...answer, status: 200 })],
    [
      'have a third name',
      ({ headers, ...answer }) => ({ ...answer, headers: { ...headers, etag: '"third"' } }),
    ],
    ['are more than their part', ({ body, ...answer }) => ({ ...answer, body: [...body, Buffer.from('x')] })],
    [
      'are fewer than asked for',
      ({ headers, ...answer }) => ({
        ...answer,
        headers: { ...headers, 'content-range': `bytes ${9 * probe}-${9 * probe + 9}/${size}` },
      }),
    ],
  ])('%s', async (_, change) => {
    const { result, asked, discarded } = compare({ change });
    expect([await result, asked.length, discarded()]).toEqual([false, 1, 1]);
  });
});

describe('nothing is proved, and it is tried again later, when the answer', () => {
  it.each<[string, (answer: Answer) => Answer]>([
    ['asks to wait', (answer) => ({ ...answer, status: 503 })],
    ['refuses the link', (answer) => ({ ...answer, status: 403 })],
    ['breaks off', (answer) => ({ ...answer, body: answer.body.slice(0, 1), isCut: true })],
    ['ends early', (answer) => ({ ...answer, body: answer.body.slice(0, 1) })],
  ])('%s', async (_, change) => {
    const { result, discarded } = compare({ change });
    const error = await result.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransferDelay);
    expect(error).toMatchObject({
      reason: { code: 'UNREACHABLE', data: { host: 'files.example', reason: 'reset' } },
    });
    expect(discarded()).toBe(1);
  });

  it('is not waited for any more: the reason stays what it was', async () => {
    const change = (answer: Answer) => ({ ...answer, isCut: true });
    await expect(compare({ change, signal: AbortSignal.abort() }).result).rejects.toThrow('cut');
  });
});
