import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/websocket';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../../src-preload/contract/contract.ts';
import { type ConnectionState, connectBySocket, type MainSocket } from './connect.ts';
import { welcome } from './launch-page.ts';

/** One end of a socket in memory, with the methods that oRPC and the connection use. */
class FakeSocket extends EventTarget implements MainSocket {
  readyState: MainSocket['readyState'] = 0;
  far: FakeSocket | null = null;

  send(data: unknown) {
    const { far } = this;
    queueMicrotask(() => far?.dispatchEvent(new MessageEvent('message', { data })));
  }

  /** The connection opens, and main accepts it. */
  async open() {
    this.connect();
    this.dispatchEvent(new MessageEvent('message', { data: 'nadir:proof right' }));
    await Promise.resolve();
    await Promise.resolve();
    this.dispatchEvent(new MessageEvent('message', { data: welcome }));
  }

  close() {
    this.drop();
  }

  connect() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  drop() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}

const os = implement(contract);
/** The procedures of main that these tests call; `pickFolder` never answers. */
const handler = new RPCHandler({
  app: {
    notices: os.app.notices.handler(() => []),
    pickFolder: os.app.pickFolder.handler(({ signal }) => {
      return new Promise<string | null>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    }),
  },
});

function setUp() {
  const sockets: FakeSocket[] = [];
  const waits: number[] = [];
  const due: (() => void)[] = [];
  const connection = connectBySocket({
    open() {
      const near = new FakeSocket();
      const far = new FakeSocket();
      near.far = far;
      far.far = near;
      far.readyState = 1;
      // Like rpc-socket.ts: the first message asks who is there, the second is the key, later ones are calls.
      far.addEventListener(
        'message',
        () => far.addEventListener('message', () => handler.upgrade(far), { once: true }),
        { once: true },
      );
      sockets.push(near);
      return near;
    },
    greeting: () => 'the key of the page',
    makeQuestion: () => 'a question that nobody guesses',
    isProof: async (_question, proof) => proof === 'right',
    later(run, ms) {
      waits.push(ms);
      due.push(run);
    },
  });
  const states: ConnectionState[] = [];
  const unsubscribe = connection.onState((state) => states.push(state));
  const socket = () => {
    const latest = sockets.at(-1);
    if (!latest) throw new Error('no socket was opened');
    return latest;
  };
  return { ...connection, sockets, socket, waits, states, unsubscribe, wait: () => due.shift()?.() };
}

describe('the connection to main', () => {
  it('delays calls until it is open', async () => {
    const { client, socket, states } = setUp();
    const answered = vi.fn();
    const call = client.app.notices().then(answered);
    await Promise.resolve();
    expect(answered).not.toHaveBeenCalled();
    await socket().open();
    await call;
    expect(answered).toHaveBeenCalledWith([]);
    expect(states).toEqual(['connecting', 'open']);
  });

  it('sends nothing but its question to who cannot prove to be main', async () => {
    const { client, socket, states } = setUp();
    const sent = vi.spyOn(socket(), 'send');
    void client.app.notices().catch(() => undefined);
    socket().connect();
    socket().dispatchEvent(new MessageEvent('message', { data: welcome }));
    expect(states).toEqual(['connecting']);
    const other = setUp();
    const sentToOther = vi.spyOn(other.socket(), 'send');
    other.socket().connect();
    other.socket().dispatchEvent(new MessageEvent('message', { data: 'nadir:proof wrong' }));
    await vi.waitFor(() => expect(other.states).toEqual(['connecting', 'refused']));
    other.socket().dispatchEvent(new MessageEvent('message', { data: welcome }));
    expect(other.states).toEqual(['connecting', 'refused']);
    for (const { mock } of [sent, sentToOther])
      expect(mock.calls).toEqual([['nadir:prove a question that nobody guesses']]);
  });

  it('sends its key after the proof, and is open when main has accepted it', async () => {
    const { client, socket, states } = setUp();
    const sent = vi.spyOn(socket(), 'send');
    const call = client.app.notices();
    socket().connect();
    socket().dispatchEvent(new MessageEvent('message', { data: 'nadir:proof right' }));
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    expect(sent.mock.calls[1]).toEqual(['the key of the page']);
    expect(states).toEqual(['connecting']);
    socket().dispatchEvent(new MessageEvent('message', { data: welcome }));
    expect(await call).toEqual([]);
    expect(states).toEqual(['connecting', 'open']);
  });

  it('is refused when main closes it after the key', () => {
    const { socket, states } = setUp();
    socket().connect();
    socket().drop();
    expect(states).toEqual(['connecting', 'refused']);
  });

  it('reopens after a break; calls in flight fail, new ones wait', async () => {
    const { client, socket, states, sockets, wait } = setUp();
    const sent = vi.spyOn(socket(), 'send');
    await socket().open();
    const inFlight = client.app.pickFolder();
    const failed = expect(inFlight).rejects.toThrow();
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(3));
    socket().drop();
    await failed;
    const pending = client.app.notices();
    wait();
    expect(sockets).toHaveLength(2);
    await socket().open();
    expect(await pending).toEqual([]);
    expect(states).toEqual(['connecting', 'open', 'lost', 'open']);
  });

  it('is refused if never accepted, and retries with increasing delays', async () => {
    const { socket, states, waits, wait } = setUp();
    for (let i = 0; i < 8; i += 1) {
      socket().drop();
      wait();
    }
    expect(new Set(states.slice(1))).toEqual(new Set(['refused']));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000]);
    await socket().open();
    socket().drop();
    expect(states.at(-1)).toBe('lost');
    // After it was open, the next attempt follows soon again.
    expect(waits.at(-1)).toBe(250);
  });

  it('drops an aborted call', async () => {
    const { client, socket } = setUp();
    const ended = new AbortController();
    const call = client.app.notices(undefined, { signal: ended.signal });
    ended.abort(new Error('no longer wanted'));
    await expect(call).rejects.toThrow('no longer wanted');
    await expect(client.app.notices(undefined, { signal: ended.signal })).rejects.toThrow('no longer wanted');
    // An aborted call is not sent when the connection opens.
    const sent = vi.spyOn(socket(), 'send');
    await socket().open();
    expect(sent.mock.calls.slice(1)).toEqual([['the key of the page']]);
  });

  it('reports the state immediately, and stops when unsubscribed', async () => {
    const { onState, socket, states, unsubscribe } = setUp();
    await socket().open();
    unsubscribe();
    const late: ConnectionState[] = [];
    onState((state) => late.push(state));
    socket().drop();
    expect(states).toEqual(['connecting', 'open']);
    expect(late).toEqual(['open', 'lost']);
  });
});
