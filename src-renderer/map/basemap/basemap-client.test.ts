import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBasemapEarly, takeBasemapClient } from './basemap-client.ts';
import { readBasemapColours } from './basemap-colours.ts';

/** The workers that were started; each is a target of events, as a worker is. */
let workers: EventTarget[] = [];

beforeEach(() => {
  workers = [];
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        workers.push(this);
      }
      postMessage() {}
      terminate() {}
    },
  );
  vi.stubGlobal('document', { baseURI: 'http://127.0.0.1/' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('gives the map the worker that was started early, and another map one of its own', () => {
  startBasemapEarly();
  startBasemapEarly();
  expect(workers).toHaveLength(1);
  const first = takeBasemapClient();
  expect(workers).toHaveLength(1);
  const second = takeBasemapClient();
  expect(workers).toHaveLength(2);
  first.destroy();
  second.destroy();
});

it('tells a failure of before to the map that comes later, and answers with nothing', async () => {
  startBasemapEarly();
  const [worker] = workers;
  worker?.dispatchEvent(Object.assign(new Event('error'), { message: 'no such script' }));
  const client = takeBasemapClient();
  const received: string[] = [];
  client.onFailure((reason) => received.push(reason));
  expect(received).toEqual(['no such script']);
  const window = { left: 0, top: 0, resolution: 1, width: 1, height: 1, ratio: 1 };
  const answer = Promise.withResolvers<ImageBitmap | null>();
  client.request({ kind: 'ground', window, colours: readBasemapColours((name) => name) }, ({ bitmap }) =>
    answer.resolve(bitmap),
  );
  expect(await answer.promise).toBeNull();
});
