import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { admitSocket } from './rpc-socket.ts';

class FakeSocket extends EventEmitter {
  readonly done: string[] = [];
  send = (text: string) => void this.done.push(`send ${text}`);
  close = (code: number) => void this.done.push(`close ${code}`);
  terminate = () => void this.done.push('terminate');
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function greeted() {
  const socket = new FakeSocket();
  admitSocket({
    socket,
    isKey: (text) => text === 'the key',
    prove: (question) => `proof of ${question}`,
    onAdmitted: () => void socket.done.push('let in'),
  });
  return socket;
}

it('lets in who shows the key, then says so, and waits for nothing any more', () => {
  const socket = greeted();
  socket.emit('message', Buffer.from('the key'), false);
  expect(socket.done).toEqual(['let in', 'send nadir:in']);
  expect(vi.getTimerCount()).toBe(0);
  // All later messages are calls, whatever they contain.
  socket.emit('message', Buffer.from('no key'), false);
  expect(socket.done).toHaveLength(2);
});

it.each([
  ['another text', Buffer.from('x'), false],
  ['nothing', Buffer.from(''), false],
  ['the key in bytes', Buffer.from('the key'), true],
  ['what is no message of ours', [Buffer.from('the key')], false],
])('closes the socket on %s, with a code, and does not wait for the answer', (_name, data, isBinary) => {
  const socket = greeted();
  socket.emit('message', data, isBinary);
  expect(socket.done).toEqual(['close 4401', 'terminate']);
  expect(vi.getTimerCount()).toBe(0);
  socket.emit('message', Buffer.from('the key'), false);
  expect(socket.done).toHaveLength(2);
});

it('ends one that says nothing for ten seconds', () => {
  const socket = greeted();
  vi.advanceTimersByTime(9_999);
  expect(socket.done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(socket.done).toEqual(['terminate']);
});

it('forgets one that went away, and ends one that is broken, before and after it was let in', () => {
  const gone = greeted();
  gone.emit('close');
  expect(vi.getTimerCount()).toBe(0);
  const broken = greeted();
  broken.emit('error', new Error('reset'));
  broken.emit('message', Buffer.from('the key'), false);
  broken.emit('error', new Error('reset'));
  expect(broken.done).toEqual(['terminate', 'let in', 'send nadir:in', 'terminate']);
});

it('proves once who is there, and then waits for the key', () => {
  const socket = greeted();
  const question = 'nadir:prove 0123456789-0123456789';
  socket.emit('message', Buffer.from(question), false);
  expect(socket.done).toEqual(['send nadir:proof proof of 0123456789-0123456789']);
  socket.emit('message', Buffer.from('the key'), false);
  expect(socket.done.slice(1)).toEqual(['let in', 'send nadir:in']);
  const twice = greeted();
  twice.emit('message', Buffer.from(question), false);
  twice.emit('message', Buffer.from(question), false);
  expect(twice.done.slice(1)).toEqual(['close 4401', 'terminate']);
});
