import { beforeEach, describe, expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { idSeparator } from '../../src-preload/contract/packed-places.ts';
import { reviewerIdSchema } from '../../src-preload/contract/reviews.ts';
import { arrivedNotice, createArrivedReviews } from './arrived-reviews.ts';
import { createFurtherReading } from './further-reading.ts';
import { emptyReview } from './model/review.ts';

describe('the reading of further folders', () => {
  let started: string[];
  let cancelled: string[];
  let readable: string[];
  let timers: (() => void)[];
  let end: (() => void) | null;

  const create = () => {
    let running: Promise<void> = Promise.resolve();
    return createFurtherReading({
      reading: {
        start(path) {
          started.push(path ?? '');
          running = new Promise((resolve) => {
            end = resolve;
          });
        },
        idle: () => running,
        async cancel() {
          cancelled.push(started.at(-1) ?? '');
          end?.();
        },
        async close() {
          end?.();
        },
      },
      readable: () => readable,
      setTimer(run) {
        timers.push(run);
        return () => {
          timers = timers.filter((each) => each !== run);
        };
      },
      everyMs: 1,
      onError(error) {
        throw error;
      },
    });
  };
  /** Ends what is being read, until nothing is to be read. */
  async function endAll(further: ReturnType<typeof create>) {
    const ended = further.idle();
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      end?.();
      await Promise.resolve();
    }
  }
  beforeEach(() => {
    [started, cancelled, readable, timers, end] = [[], [], ['/a', '/b'], [], null];
  });

  it('reads one after another, each once, and all of them again after a while', async () => {
    const further = create();
    further.readAll();
    further.read(['/b', '/b']);
    expect(started).toEqual(['/a']);
    await endAll(further);
    expect(started).toEqual(['/a', '/b']);
    timers[0]?.();
    expect(timers).toHaveLength(1);
    await endAll(further);
    expect(started).toEqual(['/a', '/b', '/a', '/b']);
    further.read(['/b']);
    await endAll(further);
    expect(started.at(-1)).toBe('/b');
    expect(started).toHaveLength(5);
  });

  it('leaves a folder that goes away, and reads the next one', async () => {
    const further = create();
    further.readAll();
    await further.leaveLost();
    expect(cancelled).toEqual([]);
    readable = ['/b'];
    await further.leaveLost();
    expect(cancelled).toEqual(['/a']);
    await endAll(further);
    expect(started).toEqual(['/a', '/b']);
    // It is read when it is said to be there, and not while it is away.
    further.read(['/a']);
    await endAll(further);
    expect(started).toHaveLength(2);
    readable = ['/a', '/b'];
    further.read(['/a']);
    expect(started.at(-1)).toBe('/a');
    await endAll(further);
  });

  it('reads nothing after the end', async () => {
    const further = create();
    further.readAll();
    await further.close();
    further.read(['/b']);
    further.readAll();
    expect(started).toEqual(['/a']);
    expect(timers).toEqual([]);
  });
});

describe('the notice of new reviews', () => {
  const [one, two] = [librarySceneIdSchema.parse(1), librarySceneIdSchema.parse(2)] as const;
  const reviewOf = (id: string, name: string) =>
    emptyReview(
      { sceneId: 'S1', contractId: null, service: null, connectionId: 'c' },
      { id: reviewerIdSchema.parse(id), name },
    );
  const [ana, ben] = [reviewOf('0123456789aa', 'Ana'), reviewOf('0123456789ab', 'Ben')] as const;

  it('counts scenes of others once, and adds to what nobody has dismissed', () => {
    const arrived = createArrivedReviews((review) => review === ana);
    expect(arrived.take()).toBeNull();
    arrived.note(one, ana);
    expect(arrived.take()).toBeNull();
    arrived.note(one, ben);
    arrived.note(one, ben);
    const found = arrived.take();
    expect(found).toEqual({ scenes: [one], names: ['Ben'] });
    expect(arrived.take()).toBeNull();
    if (found === null) return;
    const first = arrivedNotice(null, found);
    expect(first).toEqual({ ids: '1', total: '1', names: 'Ben' });
    expect(arrivedNotice(first, { scenes: [one, two], names: ['Ben', 'Cleo'] })).toEqual({
      ids: ['1', '2'].join(idSeparator),
      total: '2',
      names: 'Ben, Cleo',
    });
  });
});
