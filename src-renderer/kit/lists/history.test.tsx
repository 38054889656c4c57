import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import {
  type History as HistoryOf,
  historySchema,
  subjectSchema,
} from '../../../src-preload/contract/tracking.ts';
import { pageScope, sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { mapStore } from '../state/map-store.ts';
import { selectedOf } from '../state/selection.ts';
import { uiStore } from '../state/ui-store.ts';
import { History, SubjectFlags } from './history.tsx';

const task = subjectSchema.parse({ kind: 'task', taskId: 4_711 });
const happened = (fields: Record<string, unknown> = {}) => ({
  key: 'e1',
  kind: 'event',
  at: '2026-03-02T10:30:00Z',
  observedAt: null,
  source: 'event',
  certainty: 'happened',
  text: {},
  reason: null,
  subjects: [task],
  ...fields,
});
const flag = {
  subject: task,
  flag: 'more-delivered',
  text: { published: 5, needed: 3 },
  raisedAt: '2026-03-02T00:00:00Z',
};

async function show(
  history: { entries?: unknown[]; leftOut?: number; flags?: unknown[] },
  language: 'en' | 'es' = 'en',
) {
  const world: { history: HistoryOf } = {
    history: historySchema.parse({ entries: [], leftOut: 0, flags: [], ...history }),
  };
  const page = await showPage(
    <>
      <SubjectFlags scope={pageScope} subject={task} />
      <History scope={pageScope} subject={task} />
    </>,
    {
      language,
      answers: (os) => ({
        tracking: {
          history: os.tracking.history.handler(() => world.history),
          dismissFlag: os.tracking.dismissFlag.handler(() => undefined),
        },
        library: { get: os.library.get.handler(() => sceneOf()) },
      }),
    },
  );
  await screen.findByRole('heading', { level: 3 });
  return { ...page, world };
}
const entries = (name = 'History') => within(screen.getByRole('list', { name })).queryAllByRole('listitem');
const only = () => entries()[0]?.textContent ?? '';

describe('an entry', () => {
  it('says when, from where and what, in words of the screen', async () => {
    await show({
      entries: [happened({ kind: 'task-state', source: 'v1', text: { state: 'in-progress', status: 'x' } })],
    });
    expect(only()).toContain('Mar 2, 2026, 10:30 UTC');
    expect(only()).toContain('Tasks (V1)');
    expect(only()).toContain('Task: In progress');
  });

  it('keeps words of the service that nobody knows', async () => {
    await show({
      entries: [
        happened({ kind: 'order-state', text: { id: '42', state: 'unheard-of', status: 'IN_LIMBO' } }),
        happened({ key: 'e2', text: { event: 'tide reached', status: 'SOMEHOW' }, reason: 'low water' }),
      ],
    });
    expect(only()).toContain('Order 42: IN LIMBO');
    expect(entries()[1]?.textContent).toContain('tide reached → SOMEHOW');
    expect(entries()[1]?.textContent).toContain('low water');
  });

  it('says a status once: not after an event that names it', async () => {
    await show({ entries: [happened({ text: { event: 'order closed', status: 'closed' } })] });
    expect(only()).toContain('order closed');
    expect(only()).not.toContain('→');
  });

  it('tells a time that nobody said from one at which it was seen', async () => {
    await show({
      entries: [
        happened({ at: null, text: { event: 'a' } }),
        happened({ key: 'e2', at: null, observedAt: '2026-03-02T11:00:00Z', text: { event: 'b' } }),
      ],
    });
    expect(only()).toContain('time unknown');
    expect(entries()[1]?.textContent).toContain('first seen Mar 2, 2026, 11:00 UTC');
  });

  it('says on hover where it is from, and when it was first seen', async () => {
    const { user } = await show({
      entries: [happened({ observedAt: '2026-03-02T11:00:00Z', text: { event: 'a' } })],
    });
    await user.hover(screen.getByText('Event (V2)'));
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'An event of the order (V2) · first seen Mar 2, 2026, 11:00 UTC',
    );
  });

  it('leads to what it is about, but not to where one is already', async () => {
    const scene = { kind: 'scene', librarySceneId: 7 };
    const { user } = await show({
      entries: [happened({ subjects: [task, scene] }), happened({ key: 'e2' })],
    });
    expect(within(entries()[1] ?? document.body).queryByRole('button')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show the scene' }));
    expect([selectedOf('scene'), uiStore.getState().workspace]).toEqual([7, 'library']);
    await expect
      .poll(() => mapStore.getState().viewRequest)
      .toMatchObject({ kind: 'box', box: [16, 48, 17, 49] });
  });
});

describe('a history', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => happened({ key: `e${i}`, text: { event: `event ${i}` } }));

  it('shows the latest first, and the rest on demand, with what was left out', async () => {
    const { user } = await show({ entries: many(42), leftOut: 1_000 });
    expect(entries()).toHaveLength(40);
    expect(only()).toContain('event 2');
    expect(screen.queryByText(/older entries/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 2 earlier entries' }));
    expect(entries()).toHaveLength(42);
    expect(screen.getByText('1,000 older entries are not shown.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /earlier/ })).toBeNull();
  });

  it('counts one as one, in Spanish', async () => {
    await show({ entries: many(41) }, 'es');
    expect(screen.getByRole('button', { name: 'Mostrar 1 entrada anterior' })).toBeDefined();
  });

  it('keeps what is expected apart from what happened', async () => {
    const text = { count: 1_200, mostMs: 7_200_000 };
    await show({
      entries: [
        happened({ text: { event: 'a' } }),
        happened({ key: 'e2', kind: 'expect-published', certainty: 'expected', at: null, text }),
      ],
    });
    expect(entries()).toHaveLength(1);
    expect(entries('Expected next')[0]?.textContent).toContain(
      'of the last 1,200 captures of this product took less than 2 hr',
    );
  });

  it('counts captures of those requested only where it is known how many that were', async () => {
    const byEnd = { kind: 'expect-capture-by', certainty: 'expected', at: '2026-03-09T00:00:00Z' };
    await show({
      entries: [
        happened({ ...byEnd, key: 'task', text: { taken: 1, needed: 3 } }),
        happened({ ...byEnd, key: 'order', text: { taken: 2 } }),
      ],
    });
    expect(screen.getByText(/window ends \(1 of 3 captures acquired\)/)).toBeDefined();
    expect(screen.getByText(/window ends \(2 captures acquired\)/)).toBeDefined();
  });

  it('says that there is none', async () => {
    await show({});
    expect(screen.getByText('Nothing has been recorded yet.')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Expected next' })).toBeNull();
  });

  it('says why it cannot be read, and reads it again', async () => {
    let broken = true;
    const { user } = await showPage(<History scope={pageScope} subject={task} />, {
      answers: (os) => ({
        tracking: {
          history: os.tracking.history.handler(() => {
            if (broken) throw new AppError('DEFECT', { reference: 'REF-9' });
            return { entries: [], leftOut: 0, flags: [] };
          }),
        },
      }),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('REF-9');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing has been recorded yet.')).toBeDefined();
  });
});

describe('what needs attention', () => {
  const group = () => screen.getByRole('group', { name: 'Needs attention' });

  it('says why, and what can be done', async () => {
    await show({ flags: [flag, { ...flag, flag: 'file-missing', text: { count: 2 } }] });
    expect(group().textContent).toContain('Captures published: 5. Captures requested: 3.');
    expect(group().textContent).toContain('Check your usage');
    expect(group().textContent).toContain('2 downloaded files are missing from the disk.');
  });

  it.each([
    ['2000-01-01T00:00:00Z', 'The acquisition window ended Jan 1, 2000'],
    ['2999-01-01T00:00:00Z', 'The acquisition window ends Jan 1, 2999'],
  ])('says of a window of %s whether it is over', async (end, words) => {
    await show({ flags: [{ ...flag, flag: 'window-ending', text: { end } }] });
    expect(group().textContent).toContain(words);
  });

  it('is dismissed one by one, each by its name', async () => {
    const { user, main, world } = await show({ flags: [flag] });
    await user.click(screen.getByRole('button', { name: 'Dismiss: More delivered than requested' }));
    expect(main.asked('tracking.dismissFlag')).toEqual([
      { scope: pageScope, subject: task, flag: 'more-delivered' },
    ]);
    world.history = { ...world.history, flags: [] };
    main.change('tracking');
    await expect.poll(() => screen.queryByRole('group')).toBeNull();
  });
});
