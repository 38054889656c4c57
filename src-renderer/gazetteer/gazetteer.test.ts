import { describe, expect, it } from 'vitest';
import { createGazetteer, GazetteerError, type GazetteerThread } from './gazetteer.ts';
import type { GazetteerReply, GazetteerRequest } from './gazetteer-messages.ts';

/** Creates threads that answer when the test says so. */
function createThreads() {
  const threads: { target: EventTarget; requests: GazetteerRequest[]; ended: boolean }[] = [];
  const start = (): GazetteerThread => {
    const thread = { target: new EventTarget(), requests: [] as GazetteerRequest[], ended: false };
    threads.push(thread);
    return {
      postMessage: (request: GazetteerRequest) => {
        thread.requests.push(request);
      },
      addEventListener: (type: string, listener: EventListenerOrEventListenerObject) =>
        thread.target.addEventListener(type, listener),
      terminate: () => {
        thread.ended = true;
      },
    };
  };
  const reply = (data: GazetteerReply, of = threads.length - 1) =>
    threads[of]?.target.dispatchEvent(new MessageEvent('message', { data }));
  const die = () => threads.at(-1)?.target.dispatchEvent(new Event('error'));
  return { threads, start, reply, die };
}
const search = { query: 'graz', near: null, limit: 5 };
const never = new AbortController().signal;

describe('the names in the page', () => {
  it('start no thread before the first question, and one for all', async () => {
    const { threads, start, reply } = createThreads();
    const gazetteer = createGazetteer(start);
    expect(threads).toEqual([]);
    const found = gazetteer.find(search, never);
    const other = gazetteer.find(search, never);
    expect(threads).toHaveLength(1);
    expect(threads[0]?.requests.map(({ kind }) => kind)).toEqual(['addresses', 'ask', 'ask']);
    reply({ id: 2, answer: { kind: 'find', places: [] } });
    reply({ id: 1, answer: { kind: 'find', places: [] } });
    expect(await Promise.all([found, other])).toEqual([[], []]);
  });

  it('notify the thread of a cancelled question', async () => {
    const { threads, start, reply } = createThreads();
    const gazetteer = createGazetteer(start);
    const aborting = new AbortController();
    const found = gazetteer.find(search, aborting.signal);
    aborting.abort(new Error('overtaken'));
    await expect(found).rejects.toThrow('overtaken');
    expect(threads[0]?.requests.at(-1)).toEqual({ kind: 'cancel', id: 1 });
    reply({ id: 1, answer: { kind: 'find', places: [] } });
    await expect(gazetteer.find(search, aborting.signal)).rejects.toThrow('overtaken');
  });

  it('pass on the failure that the thread reports', async () => {
    const { start, reply } = createThreads();
    const found = createGazetteer(start).whereIs([0, 0], 'en', never);
    reply({ id: 1, failure: 'damaged' });
    await expect(found).rejects.toMatchObject({ failure: 'damaged' });
  });

  it('start another thread after a crash', async () => {
    const { threads, start, reply, die } = createThreads();
    const gazetteer = createGazetteer(start);
    const lost = gazetteer.find(search, never);
    die();
    await expect(lost).rejects.toEqual(new GazetteerError('stopped'));
    await expect(lost).rejects.toMatchObject({ failure: 'stopped' });
    expect(threads[0]?.ended).toBe(true);
    const found = gazetteer.find(search, never);
    expect(threads).toHaveLength(2);
    reply({ id: 2, answer: { kind: 'find', places: [] } });
    expect(await found).toEqual([]);
  });

  it('fail if no thread can be started, and retry', async () => {
    const { start, reply } = createThreads();
    let isThere = false;
    const gazetteer = createGazetteer(() => {
      if (!isThere) throw new ReferenceError('Worker is not defined');
      return start();
    });
    gazetteer.load();
    await expect(gazetteer.find(search, never)).rejects.toMatchObject({ failure: 'stopped' });
    isThere = true;
    const found = gazetteer.find(search, never);
    reply({ id: 3, answer: { kind: 'find', places: [] } });
    expect(await found).toEqual([]);
  });
});
