import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConnectionPool } from './connection-pool.ts';
import { type Connection, type Destination, keyOf } from './http-connection.ts';

const destination: Destination = {
  secure: false,
  host: '127.0.0.1',
  port: 9,
  proxy: null,
  addresses: ['127.0.0.1'],
};
type Listener = Parameters<Connection['listen']>[0];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A connection that only records its calls. */
function makeConnection(to = destination) {
  const made = {
    isDestroyed: false,
    listener: null as Listener,
    connection: {
      key: keyOf(to),
      write: () => undefined,
      listen(next: Listener) {
        made.listener = next;
      },
      pause: () => undefined,
      resume: () => undefined,
      destroy() {
        made.isDestroyed = true;
      },
    },
  };
  return made;
}

/** Acquires a connection; one that the pool had to open is closed at once. */
async function acquire(pool: ReturnType<typeof createConnectionPool>, to = destination) {
  const { connection, kept, cancel } = pool.acquire(to, 1_000);
  if (kept) return connection;
  cancel();
  await expect(connection).rejects.toThrow();
  return null;
}

it('hands a kept connection on once, the latest first, and tells nobody of it meanwhile', async () => {
  const pool = createConnectionPool();
  const [first, second] = [makeConnection(), makeConnection()];
  pool.give(first.connection);
  pool.give(second.connection);
  expect(await acquire(pool)).toBe(second.connection);
  expect(second.listener).toBeNull();
  expect(await acquire(pool)).toBe(first.connection);
  expect(await acquire(pool)).toBeNull();
  // The timer of the pool does not close a connection that is used again.
  vi.advanceTimersByTime(60_000);
  expect([first.isDestroyed, second.isDestroyed]).toEqual([false, false]);
});

it.each([
  { host: '127.0.0.2' },
  { port: 10 },
  { secure: true },
  { addresses: null },
  { proxy: { uri: 'http://127.0.0.1:9' } },
])('does not hand it to another destination: %j', async (other) => {
  const pool = createConnectionPool();
  const kept = makeConnection();
  pool.give(kept.connection);
  expect(await acquire(pool, { ...destination, ...other })).toBeNull();
  expect(await acquire(pool)).toBe(kept.connection);
});

it('closes what nobody wants for four seconds, before a server does', async () => {
  const pool = createConnectionPool();
  const [old, young] = [makeConnection(), makeConnection()];
  pool.give(old.connection);
  vi.advanceTimersByTime(2_000);
  pool.give(young.connection);
  vi.advanceTimersByTime(1_999);
  expect(old.isDestroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect([old.isDestroyed, young.isDestroyed]).toEqual([true, false]);
  expect(await acquire(pool)).toBe(young.connection);
  expect(await acquire(pool)).toBeNull();
});

it.each([
  ['ends', (listener: Listener) => listener?.ended(null)],
  ['brings what nobody asked for', (listener: Listener) => listener?.bytes(Buffer.from('HTTP/1.1 200'))],
])('forgets and closes a kept connection that %s', async (_, happens) => {
  const pool = createConnectionPool();
  const [other, kept] = [makeConnection(), makeConnection()];
  pool.give(other.connection);
  pool.give(kept.connection);
  happens(kept.listener);
  expect([kept.isDestroyed, other.isDestroyed]).toEqual([true, false]);
  expect(vi.getTimerCount()).toBe(1);
  expect(await acquire(pool)).toBe(other.connection);
  expect(await acquire(pool)).toBeNull();
});

it('closes all of them when it is closed, and waits for nothing more', async () => {
  const pool = createConnectionPool();
  const kept = [makeConnection(), makeConnection(), makeConnection({ ...destination, port: 10 })];
  for (const { connection } of kept) pool.give(connection);
  pool.close();
  expect(kept.map(({ isDestroyed }) => isDestroyed)).toEqual([true, true, true]);
  expect(vi.getTimerCount()).toBe(0);
  expect(await acquire(pool)).toBeNull();
});
