import { expect, it } from 'vitest';
import type { FromThread, ToThread } from './transfer-messages.ts';
import { createTransferThreads, type ExchangeListener, type TransferThread } from './transfer-threads.ts';

const request = {
  url: 'https://s.test/a.tif',
  headers: {},
  proxy: null,
  addresses: null,
  connectMs: 1,
  headMs: 1,
};
const over: FromThread = { kind: 'ended', id: 1, end: { kind: 'over' }, at: 5, bytes: 5, sha256: null };

/** Creates threads that the test controls. */
function make(count = 2) {
  const started: {
    posted: ToThread[];
    kept: boolean[];
    tell: (message: FromThread) => void;
    die: (error: Error) => void;
    isTerminated: boolean;
  }[] = [];
  const threads = createTransferThreads({
    count,
    start({ message, onEnded }) {
      const made = {
        posted: [] as ToThread[],
        kept: [] as boolean[],
        tell: message,
        die: onEnded,
        isTerminated: false,
      };
      started.push(made);
      const thread: TransferThread = {
        post: (posted) => made.posted.push(posted),
        keepAlive: (isNeeded) => made.kept.push(isNeeded),
        terminate: async () => (made.isTerminated = true),
      };
      return thread;
    },
  });
  const heard: unknown[] = [];
  const listener: ExchangeListener = {
    head: ({ status }) => heard.push(['head', status]),
    received: (bytes, at) => heard.push(['received', bytes, at]),
    written: (block) => heard.push(['written', block]),
    ended: ({ end, at, bytes }) => heard.push(['ended', end.kind, at, bytes]),
  };
  return { threads, started, heard, ask: () => threads.request(request, listener) };
}

it('gives each request to the thread with the least to do, and starts no more than it needs', () => {
  const { started, ask } = make();
  ask();
  expect(started).toHaveLength(1);
  ask();
  ask();
  expect(started.map(({ posted }) => posted.map(({ id }) => id))).toEqual([[1, 3], [2]]);
});

it('passes on what a thread reports, to the end and not beyond', () => {
  const { started, heard, ask } = make();
  const exchange = ask();
  const thread = started[0];
  const block = { start: 0, end: 5, crc: 1 };
  thread?.tell({ kind: 'head', id: 1, status: 206, headers: {}, page: false });
  thread?.tell({ kind: 'received', id: 1, bytes: 3, at: 3 });
  thread?.tell({ kind: 'written', id: 1, block, bytes: 5, at: 5 });
  thread?.tell(over);
  thread?.tell({ kind: 'received', id: 1, bytes: 9, at: 9 });
  expect(heard).toEqual([
    ['head', 206],
    ['received', 3, 3],
    ['received', 5, 5],
    ['written', block],
    ['ended', 'over', 5, 5],
  ]);
  exchange.stop();
  expect(thread?.posted.map(({ kind }) => kind)).toEqual(['request']);
});

it('keeps the process alive as long as something is under way', () => {
  const { started, ask } = make(1);
  ask();
  ask();
  started[0]?.tell(over);
  expect(started[0]?.kept.at(-1)).toBe(true);
  started[0]?.tell({ ...over, id: 2 });
  expect(started[0]?.kept.at(-1)).toBe(false);
});

it('a thread that dies ends its requests where they were, as a broken connection would, and is replaced', async () => {
  const { started, heard, ask } = make(1);
  const exchange = ask();
  started[0]?.tell({ kind: 'received', id: 1, bytes: 3, at: 103 });
  const shortened = exchange.shorten(200);
  started[0]?.die(new Error('out of memory'));
  expect(heard.at(-1)).toEqual(['ended', 'network', 103, 3]);
  expect(await shortened).toBe(false);
  expect(await exchange.shorten(200)).toBe(false);
  ask();
  expect(started).toHaveLength(2);
});

it('says whether the rear was given up, by the answers in their order', async () => {
  const { started, ask } = make();
  const exchange = ask();
  const [first, second] = [exchange.shorten(200), exchange.shorten(100)];
  started[0]?.tell({ kind: 'shortened', id: 1, done: true });
  started[0]?.tell({ kind: 'shortened', id: 1, done: false });
  expect([await first, await second]).toEqual([true, false]);
});

it('takes nothing once it is closed', async () => {
  const { threads, started, ask } = make();
  ask();
  await threads.close();
  expect(started[0]?.isTerminated).toBe(true);
  expect(ask).toThrow('closed');
});
