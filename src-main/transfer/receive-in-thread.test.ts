import { expect, it } from 'vitest';
import type { Hop } from '../service/http/receive.ts';
import { receiveInThread } from './receive-in-thread.ts';
import type { ExchangeEnd } from './transfer-messages.ts';
import type { ExchangeListener, ThreadExchange, TransferThreads } from './transfer-threads.ts';

const broken: ExchangeEnd = {
  kind: 'network',
  error: [{ message: 'reset', code: 'ECONNRESET', syscall: 'read' }],
};

/** Makes one request in a thread that the test controls; an answer of 302 is a redirect to `next`. */
function make(signal: AbortSignal) {
  const told: unknown[] = [];
  const counted: number[] = [];
  let stops = 0;
  const heard: { listener: ExchangeListener | null } = { listener: null };
  const exchange: ThreadExchange = {
    accept: () => undefined,
    stop() {
      stops += 1;
    },
    pause: () => undefined,
    resume: () => undefined,
    meter: () => undefined,
    shorten: async () => false,
  };
  const threads: TransferThreads = {
    request(request, listener) {
      told.push(['request', request.url]);
      heard.listener = listener;
      return exchange;
    },
    close: async () => undefined,
  };
  const hop: Hop = {
    url: new URL('https://s.test/a.tif'),
    headers: {},
    proxy: null,
    addresses: null,
    connectMs: 1,
    headMs: 1,
    placeOf: ({ status }) => (status === 302 ? 'https://s.test/next' : null),
    received: (bytes) => counted.push(bytes),
  };
  const result = receiveInThread(
    threads,
    hop,
    {
      head: ({ status }) => told.push(['head', status]),
      received: (bytes, at) => told.push(['received', bytes, at]),
      written: () => told.push(['written']),
      ended: ({ end }) => told.push(['ended', end.kind]),
    },
    signal,
  );
  const listener = () => {
    if (heard.listener === null) throw new Error('nothing was requested');
    return heard.listener;
  };
  const end = (how: ExchangeEnd) => listener().ended({ end: how, at: 9, bytes: 9, sha256: null });
  return { told, counted, stops: () => stops, listener, end, result };
}

const live = () => new AbortController().signal;

it('passes the final answer on, counts its bytes, and resolves with no further place', async () => {
  const { told, counted, stops, listener, end, result } = make(live());
  listener().head({ status: 206, headers: {}, page: false });
  listener().received(5, 5);
  end({ kind: 'over' });
  expect(await result).toBeNull();
  expect(told).toEqual([
    ['request', 'https://s.test/a.tif'],
    ['head', 206],
    ['received', 5, 5],
    ['ended', 'over'],
  ]);
  expect([counted, stops()]).toEqual([[5, 9], 0]);
});

it('stops at a redirect, keeps it to itself, and resolves with its place, however the connection ends', async () => {
  const { told, stops, listener, end, result } = make(live());
  listener().head({ status: 302, headers: {}, page: false });
  expect(stops()).toBe(1);
  end(broken);
  expect(await result).toBe('https://s.test/next');
  expect(told).not.toContainEqual(['head', 302]);
});

it('rejects with what broke the connection', async () => {
  const { end, result } = make(live());
  end(broken);
  await expect(result).rejects.toMatchObject({ message: 'reset', code: 'ECONNRESET' });
});

it('cancelled, it stops the request, hears no head any more, and rejects only when nothing is written', async () => {
  const user = new AbortController();
  const { told, stops, listener, end, result } = make(user.signal);
  let isOver = false;
  const outcome = result.catch((error: unknown) => {
    isOver = true;
    return error;
  });
  user.abort(new Error('paused'));
  listener().head({ status: 200, headers: {}, page: false });
  await Promise.resolve();
  expect([stops(), isOver]).toEqual([1, false]);
  end({ kind: 'over' });
  expect(await outcome).toMatchObject({ message: 'paused' });
  expect(told).toEqual([
    ['request', 'https://s.test/a.tif'],
    ['ended', 'over'],
  ]);
});

it('requests nothing when it was cancelled before', async () => {
  const { told, result } = make(AbortSignal.abort(new Error('paused')));
  await expect(result).rejects.toThrow('paused');
  expect(told).toEqual([]);
});

it('leaves a request alone that had ended when the signal came', async () => {
  const user = new AbortController();
  const { stops, end, result } = make(user.signal);
  end({ kind: 'over' });
  await result;
  user.abort();
  expect(stops()).toBe(0);
});
