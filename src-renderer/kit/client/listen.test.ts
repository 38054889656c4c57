import { expect, it } from 'vitest';
import { listen, shortPause } from './listen.ts';

async function* stream(...events: (number | Error)[]) {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}

/** Opens the prepared streams one after the other; the last one ends the listening. */
function rounds(streams: (AsyncIterable<number> | Error)[]) {
  const ended = new AbortController();
  const heard: (number | 'again')[] = [];
  let pauses = 0;
  const done = listen<number>({
    open: async () => {
      const next = streams.shift();
      if (streams.length === 0) ended.abort();
      if (next instanceof Error || !next) throw next ?? new Error('no more');
      return next;
    },
    onEvent: (event) => heard.push(event),
    onReopened: () => heard.push('again'),
    signal: ended.signal,
    pause: async () => {
      pauses += 1;
    },
  });
  return { heard, done, pauses: () => pauses };
}

it('receives all events in order', async () => {
  const { heard, done } = rounds([stream(1, 2, 3)]);
  await done;
  expect(heard).toEqual([1, 2, 3]);
});

it('reopens after a break, and reports it at the first event of the new stream', async () => {
  const { heard, done, pauses } = rounds([
    stream(1, new Error('lost')),
    new Error('not yet'),
    stream(2, 3),
    stream(),
    stream(4),
  ]);
  await done;
  expect(heard).toEqual([1, 'again', 2, 3, 'again', 4]);
  expect(pauses()).toBe(4);
});

it('reports a listener that throws, and goes on', async () => {
  const ended = new AbortController();
  const reported: unknown[] = [];
  const heard: number[] = [];
  await listen<number>({
    open: async () => stream(1, 2),
    onEvent(event) {
      if (event === 1) throw new Error('defect');
      heard.push(event);
      ended.abort();
    },
    signal: ended.signal,
    pause: async () => undefined,
    report: (error) => reported.push(error),
  });
  expect(heard).toEqual([2]);
  expect(reported).toEqual([new Error('defect')]);
});

it('opens nothing after the end, and its pause ends at once', async () => {
  const ended = new AbortController();
  const pausing = shortPause(ended.signal);
  ended.abort();
  await pausing;
  await listen<number>({
    open: () => Promise.reject(new Error('must not be opened')),
    onEvent: () => undefined,
    signal: ended.signal,
    pause: shortPause,
  });
});
