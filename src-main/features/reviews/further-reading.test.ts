import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import { reviewerIdSchema } from '../../../src-preload/contract/reviews.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { libraryMigrations } from '../library/tables.ts';
import { createNotices } from '../support/notices.ts';
import { arrivedNotice, createArrivedReviews, createReviewsNotice } from './arrived-reviews.ts';
import { createFurtherReading } from './further-reading.ts';
import { emptyReview } from './model/review.ts';
import { createStoredArrivals } from './stored-arrivals.ts';
import { reviewsMigrations } from './tables.ts';

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

  it('reads one folder after another, each once, and all of them again at intervals', async () => {
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

  it('cancels the reading of a folder that goes away, and reads the next one', async () => {
    const further = create();
    further.readAll();
    await further.cancelUnreadable();
    expect(cancelled).toEqual([]);
    readable = ['/b'];
    await further.cancelUnreadable();
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

  it('reads nothing after it was closed', async () => {
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

  it('counts each scene once, and adds to a notice that was not dismissed', () => {
    const arrived = createArrivedReviews();
    expect(arrived.take()).toBeNull();
    arrived.note(one, ben);
    arrived.note(one, ben);
    const found = arrived.take();
    expect(found).toEqual({ scenes: [one], names: ['Ben'] });
    expect(arrived.take()).toBeNull();
    arrived.note(two, ana);
    expect(arrived.take()).toEqual({ scenes: [two], names: ['Ana'] });
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

describe('the stored notice', () => {
  let opened: TestStore;
  beforeEach(() => {
    opened = openTestStore([...libraryMigrations, ...reviewsMigrations]);
    for (const id of [1, 2])
      opened.store.run(
        `INSERT INTO scene (id, connection_id, contract_id, scene_id, folded, raw, seen_at) VALUES (:id, 'c', '', 'S' || :id, '', '{}', '')`,
        { id },
      );
  });
  afterEach(() => opened.remove());

  /** Starts Nadir on the same database. */
  function start(time = '2026-03-01T00:00:00.000Z') {
    const now = () => new Date(time);
    const notices = createNotices({
      now,
      changed: () => undefined,
      dismissed: (kind) => notice.dismissed(kind),
    });
    const stored = createStoredArrivals({ store: opened.store });
    const notice = createReviewsNotice({ notices, stored, now });
    return { notice, notices };
  }
  const [one, two] = [librarySceneIdSchema.parse(1), librarySceneIdSchema.parse(2)] as const;

  it('is shown after a restart until it is dismissed', () => {
    const first = start();
    first.notices.add('files-damaged', {});
    first.notice.add({ scenes: [one], names: ['Ben'] });
    first.notice.add({ scenes: [two], names: ['Cleo'] });
    const second = start('2026-04-01T00:00:00.000Z');
    expect(second.notices.list()).toMatchObject([
      {
        kind: 'reviews-arrived',
        at: '2026-03-01T00:00:00.000Z',
        data: { ids: [1, 2].join(idSeparator), total: '2', names: 'Ben, Cleo' },
      },
    ]);
    second.notices.add('files-damaged', {});
    second.notices.dismiss(second.notices.list()[1]?.id ?? '');
    expect(start().notices.list()).toHaveLength(1);
    second.notices.dismiss(second.notices.list()[0]?.id ?? '');
    expect(start().notices.list()).toEqual([]);
  });

  it('leaves out removed scenes and damaged rows', () => {
    start().notice.add({ scenes: [one, two], names: ['Ben'] });
    opened.store.run('DELETE FROM scene WHERE id = 1');
    expect(start().notices.list()[0]?.data).toEqual({ ids: '2', total: '1', names: 'Ben' });
    opened.store.run('DELETE FROM scene');
    expect(start().notices.list()).toEqual([]);
    opened.store.run(`UPDATE review_arrived SET data = '{'`);
    expect(start().notices.list()).toEqual([]);
  });
});
