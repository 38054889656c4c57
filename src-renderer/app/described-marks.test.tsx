import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { orderStateSchema } from '../../src-preload/contract/orders.ts';
import { type TaskStatusKind, taskStatusKindSchema } from '../../src-preload/contract/tasking.ts';
import { commandOf, orderOf, sceneOf, taskOf } from '../../testing/page/samples.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { mapStore } from '../kit/state/map-store.ts';
import { pixelsStore } from '../kit/state/pixels-store.ts';
import { selectedOf, selectionStore } from '../kit/state/selection.ts';
import { uiStore } from '../kit/state/ui-store.ts';
import { choiceStore } from '../map/choice-store.ts';
import type { MapHit } from '../map/map-hit.ts';
import { tipStore } from '../map/tip-store.ts';
import { MapTip } from './map/map-tip.tsx';
import { MarkChoice } from './map/mark-choice.tsx';
import { descriptionOf, mapSubjects } from './workspace-registry.tsx';

const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
const statusCounts = z.record(taskStatusKindSchema, z.number()).parse(none(taskStatusKindSchema.options));
const stateCounts = z.record(orderStateSchema, z.number()).parse(none(orderStateSchema.options));

/** Shows a part; main returns as many tasks as it is asked for. */
const showPart = (part: React.ReactNode, language: 'en' | 'es' = 'en') =>
  showPage(part, {
    language,
    answers: (os) => ({
      tasking: {
        list: os.tasking.list.handler(({ input }) => {
          const rows = (input.filter.taskIds ?? []).map((taskId) =>
            taskOf({ taskId, name: `harbour ${taskId}` }),
          );
          return { total: rows.length, rows, statusCounts };
        }),
      },
      orders: { list: os.orders.list.handler(() => ({ total: 1, rows: [orderOf()], stateCounts })) },
      library: { list: os.library.list.handler(() => ({ total: 1, rows: [sceneOf()] })) },
      outbox: { get: os.outbox.get.handler(() => [commandOf({ state: 'refused' })]) },
      timeline: {
        list: os.timeline.list.handler(() => ({
          total: 1,
          rows: [
            {
              key: 'scene cont.north 7',
              kind: 'scene' as const,
              contractId: null,
              name: 'harbour',
              at: '2026-03-02T10:30:00Z',
              project: 'coast',
              status: '',
              longitude: 1,
              latitude: 2,
              subject: { kind: 'scene' as const, id: sceneOf().librarySceneId },
            },
          ],
        })),
      },
    }),
  });

const task = (key: number): MapHit => ({ subject: 'task', key, isArea: false });
const counts = new Map<TaskStatusKind, number>([
  ['completed', 120],
  ['failed', 8],
]);
const clusterOf = (splits: boolean): MapHit => ({
  subject: 'task',
  cluster: {
    size: 128,
    counts,
    id: '1 128',
    splits,
    keys: (most) => Array.from({ length: Math.min(most, 128) }, (_, i) => i + 1),
    box: () => [16, 48, 17, 49],
  },
});

async function tipOf(...hits: MapHit[]) {
  tipStore.setState({ tip: { hits, at: { x: 10, y: 10 }, size: { width: 900, height: 600 } } });
  const page = await showPart(<MapTip descriptionOf={descriptionOf} />);
  return { ...page, tip: await screen.findByTestId('map-tip') };
}
const says = (tip: HTMLElement, ...texts: string[]) =>
  waitFor(() => {
    for (const text of texts) expect(tip.textContent).toContain(text);
  });

describe('the tip', () => {
  it('describes a mark: subject, name, status and dates', async () => {
    const { tip } = await tipOf(task(1));
    await says(tip, 'harbour 1', 'Task · In progress', 'Mar 1, 2026 – Mar 9, 2026');
  });

  it('leaves the pixels free while values are read under the pointer', async () => {
    const { tip } = await tipOf(task(1));
    expect(tip.isConnected).toBe(true);
    act(() => pixelsStore.setState({ isValueShown: true, isAtCentre: false }));
    expect(screen.queryByTestId('map-tip')).toBeNull();
    act(() => pixelsStore.setState({ isValueShown: false, tool: 'spectra' }));
    expect(screen.queryByTestId('map-tip')).toBeNull();
    act(() => pixelsStore.setState({ tool: null }));
    expect(screen.getByTestId('map-tip')).toBeDefined();
  });

  it.each([
    [
      { subject: 'order', key: '000042', isArea: false },
      ['piers', 'Order · In progress', 'Changed Feb 21, 2026'],
    ],
    [{ subject: 'scene', key: 7, isArea: true }, ['harbour', 'Scene · SN33', 'Mar 2, 2026, 10:30 UTC']],
    [{ subject: 'command', key: 'sub-1', isArea: false }, ['Outbox · Rejected', 'Feb 20, 2026']],
    [{ moment: { key: 'scene cont.north 7', minute: 1 } }, ['harbour', 'Event', 'Mar 2, 2026, 10:30 UTC']],
  ] satisfies [MapHit, string[]][])('describes %o', async (hit, texts) => {
    const { tip } = await tipOf(hit);
    await says(tip, ...texts);
  });

  it('names several, and counts the others', async () => {
    const { tip, main } = await tipOf(...[1, 2, 3, 4, 5, 6, 7].map(task));
    await says(tip, '7 tasks: harbour 1, harbour 2, harbour 3, harbour 4, harbour 5, and 2 more');
    expect(main.asked('tasking.list')).toHaveLength(1);
  });

  it('shows the number of marks in a cluster by status, and what a click does', async () => {
    const { tip, main } = await tipOf(clusterOf(true));
    await says(tip, '128 tasks', '120 Completed · 8 Failed', 'Click to zoom in.');
    expect(main.asked('tasking.list')).toEqual([]);
  });

  it('is hidden while the pointer is over nothing', async () => {
    await showPart(<MapTip descriptionOf={descriptionOf} />);
    expect(screen.queryByTestId('map-tip')).toBeNull();
  });
});

describe('the list of a place', () => {
  async function choose(...hits: MapHit[]) {
    const onClosed = vi.fn();
    choiceStore.setState({ choice: { hits, place: [16, 48], at: { x: 1, y: 1 } } });
    const page = await showPart(
      <MarkChoice subjects={mapSubjects} descriptionOf={descriptionOf} onClosed={onClosed} />,
    );
    return { ...page, onClosed, menu: await screen.findByRole('menu', { name: 'Marks at this place' }) };
  }

  it('is used by keyboard: highlights the active entry; Enter selects it and closes', async () => {
    const { user, menu, onClosed } = await choose(task(1), task(2), {
      subject: 'scene',
      key: 7,
      isArea: true,
    });
    expect(await within(menu).findByText('2 tasks')).toBeDefined();
    expect(within(menu).getByText('1 scene')).toBeDefined();
    await waitFor(() => expect(within(menu).getAllByRole('menuitem')).toHaveLength(3));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('harbour 2');
    expect(selectionStore.getState().hovered.task).toBe(2);
    await user.keyboard('{Enter}');
    expect(selectedOf('task')).toBe(2);
    expect(uiStore.getState().workspace).toBe('tasks');
    expect(selectionStore.getState().hovered.task).toBeNull();
    expect(onClosed).toHaveBeenCalledOnce();
  });

  it('closes with Escape and selects nothing', async () => {
    const { user, onClosed } = await choose(task(1), task(2));
    await screen.findAllByRole('menuitem');
    await user.keyboard('{Escape}');
    expect(onClosed).toHaveBeenCalledOnce();
    expect(choiceStore.getState().choice).toBeNull();
    expect(selectedOf('task')).toBeNull();
  });

  it('lists the marks of a cluster that no zoom separates, and counts the others', async () => {
    const { menu } = await choose(clusterOf(false));
    await waitFor(() => expect(within(menu).getAllByRole('menuitem')).toHaveLength(100));
    expect(within(menu).getByText('and 28 more')).toBeDefined();
  });

  it('offers to zoom to a cluster that is beside other marks', async () => {
    const { user, menu } = await choose(clusterOf(true), { subject: 'scene', key: 7, isArea: false });
    await user.click(await within(menu).findByRole('menuitem', { name: 'Zoom to 128 tasks' }));
    expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'box', box: [16, 48, 17, 49] });
  });
});
