import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionPool } from './connection-pool.ts';
import { openExchangeConnection } from './exchange-connection.ts';
import type { Connection, Destination } from './http-connection.ts';
import type { RequestMessage } from './transfer-messages.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Listener = Parameters<Connection['listen']>[0];

/** Opens an exchange over connections that only record their calls; `kept` says for each whether it came from the pool. */
function make({
  url = 'https://files.example/a.tif?key=x',
  headers = {},
  kept = [false],
  isDelayed = false,
} = {}) {
  const made: { done: string[]; listener: Listener }[] = [];
  const asked: Destination[] = [];
  const given: Connection[] = [];
  const heard: unknown[] = [];
  const { promise: mayOpen, resolve: letOpen } = Promise.withResolvers<void>();
  let cancels = 0;
  const pool: ConnectionPool = {
    acquire(destination) {
      asked.push(destination);
      const one = { done: [] as string[], listener: null as Listener };
      made.push(one);
      const connection: Connection = {
        key: 'key',
        write: (text) => one.done.push(text),
        listen(next) {
          one.listener = next;
        },
        pause: () => one.done.push('pause'),
        resume: () => one.done.push('resume'),
        destroy: () => one.done.push('destroy'),
      };
      const opened = isDelayed ? mayOpen.then(() => connection) : Promise.resolve(connection);
      const cancel = () => {
        cancels += 1;
      };
      return { connection: opened, kept: kept[made.length - 1] ?? false, cancel };
    },
    give: (connection) => given.push(connection),
    close: () => undefined,
  };
  const request: RequestMessage = {
    kind: 'request',
    id: 1,
    url,
    headers,
    proxy: null,
    addresses: null,
    connectMs: 10,
    headMs: 20,
  };
  const connection = openExchangeConnection({
    request,
    pool,
    bytes(piece) {
      if (piece.toString() === 'bad') throw new Error('no answer');
      heard.push(piece.toString());
    },
    ended: (error) => heard.push(['ended', error]),
    failed: (error) => heard.push(['failed', error]),
  });
  return { connection, made, asked, given, heard, letOpen, cancels: () => cancels };
}

describe('the request', () => {
  it('is a GET of the path and what follows it, with the host', async () => {
    const { made, asked } = make({ headers: { range: 'bytes=5-' } });
    await turn();
    expect(made[0]?.done).toEqual([
      'GET /a.tif?key=x HTTP/1.1\r\nhost: files.example\r\nconnection: keep-alive\r\nrange: bytes=5-\r\n\r\n',
    ]);
    expect(asked).toEqual([{ secure: true, host: 'files.example', port: 443, proxy: null, addresses: null }]);
  });

  it.each([
    ['http://127.0.0.1/', { secure: false, host: '127.0.0.1', port: 80 }],
    ['http://[::1]:81/', { secure: false, host: '::1', port: 81 }],
    ['https://files.example:8443/', { secure: true, host: 'files.example', port: 8_443 }],
  ])('goes for %s to %j', async (url, destination) => {
    const { asked } = make({ url });
    await turn();
    expect(asked).toMatchObject([destination]);
  });

  it.each(['a\r\nx: 1', 'a\0', 'ą'])('is not made with a header value that makes none: %j', async (value) => {
    const { made, heard } = make({ headers: { 'x-a': value } });
    await turn();
    expect(made).toEqual([]);
    expect(heard).toEqual([['failed', expect.objectContaining({ code: 'ERR_INVALID_CHAR' })]]);
  });
});

describe('a connection that ends', () => {
  it('is replaced once when it was kept and has said nothing', async () => {
    const { made, heard } = make({ kept: [true, true] });
    await turn();
    made[0]?.listener?.ended(null);
    await turn();
    expect([made.length, heard]).toEqual([2, []]);
    expect(made[1]?.done).toEqual(made[0]?.done);
    made[1]?.listener?.ended(null);
    await turn();
    expect([made.length, heard]).toEqual([2, [['ended', null]]]);
  });

  it('is not replaced when it has said something, or was new', async () => {
    for (const [kept, says] of [
      [true, true],
      [false, false],
    ]) {
      const { made, heard } = make({ kept: [kept === true] });
      await turn();
      if (says) made[0]?.listener?.bytes(Buffer.from('x'));
      const error = new Error('reset');
      made[0]?.listener?.ended(error);
      await turn();
      expect([made.length, heard.at(-1)]).toEqual([1, ['ended', error]]);
    }
  });
});

describe('the head of the answer', () => {
  it('has its time, from the request on', async () => {
    const { heard } = make();
    await turn();
    vi.advanceTimersByTime(19);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual([['failed', expect.objectContaining({ code: 'ETIMEDOUT' })]]);
  });

  it.each(['headArrived', 'drop'] as const)('is not waited for after %s', async (call) => {
    const { connection } = make();
    await turn();
    connection[call]();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('passes bytes on; what cannot be read fails it', async () => {
  const { made, heard } = make();
  await turn();
  made[0]?.listener?.bytes(Buffer.from('good'));
  made[0]?.listener?.bytes(Buffer.from('bad'));
  expect(heard).toEqual(['good', ['failed', expect.objectContaining({ message: 'no answer' })]]);
});

it('reads on only when no reason to pause is left', async () => {
  const { connection, made } = make();
  await turn();
  const done = () => made[0]?.done.slice(1);
  connection.resume('main');
  expect(done()).toEqual([]);
  connection.pause('main');
  connection.pause('writer');
  connection.pause('main');
  connection.resume('main');
  expect(done()).toEqual(['pause']);
  connection.resume('writer');
  expect(done()).toEqual(['pause', 'resume']);
});

describe('released', () => {
  it('goes back to the pool when it can be used again, reading', async () => {
    const { connection, made, given } = make();
    await turn();
    connection.release(true);
    expect([given.length, made[0]?.listener, made[0]?.done.slice(1)]).toEqual([1, null, []]);
    connection.release(true);
    expect(given).toHaveLength(1);
  });

  it('goes back to the pool reading also when it was paused', async () => {
    const { connection, made, given } = make();
    await turn();
    connection.pause('writer');
    connection.release(true);
    expect([given.length, made[0]?.done.slice(1)]).toEqual([1, ['pause', 'resume']]);
  });

  it('is closed when it cannot be used again', async () => {
    const { connection, made, given } = make();
    await turn();
    connection.release(false);
    expect([given.length, made[0]?.done.slice(1)]).toEqual([0, ['destroy']]);
  });
});

describe('dropped', () => {
  it('is closed, once', async () => {
    const { connection, made, cancels } = make();
    await turn();
    connection.drop();
    connection.drop();
    expect([made[0]?.done.slice(1), cancels()]).toEqual([['destroy'], 0]);
  });

  it('while it opens is given up, and closed if it opens all the same', async () => {
    const { connection, made, letOpen, cancels } = make({ isDelayed: true });
    connection.drop();
    expect(cancels()).toBe(1);
    letOpen();
    await turn();
    expect(made[0]?.done).toEqual(['destroy']);
  });
});
