import { beforeEach, describe, expect, it } from 'vitest';
import { librarySceneIdSchema, taskIdSchema } from '../../src-preload/contract/ids.ts';
import { clearMapSelection, listMarks, mapStore } from '../state/map-store.ts';
import { hover, select, selectedOf, selectionStore } from '../state/selection.ts';
import { timelineStore } from '../state/timeline-store.ts';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import { hoverOnMap, selectOnMap } from './follow-stores.ts';
import type { MapSubject } from './map-subject.ts';
import type { MapHit } from './marks-on-map.ts';

const tasks: MapSubject = {
  ...{ subject: 'task', draws: ['points'], hiddenBy: [], revealsSelected: true, isHitInside: false },
  opens: { workspace: 'tasks', unlessIn: 'plan' },
};
const orders: MapSubject = {
  ...{ subject: 'order', draws: ['points'], hiddenBy: [], revealsSelected: true, isHitInside: false },
};
const click = (hit: MapHit, sceneBelow: number | null = null) =>
  selectOnMap([tasks, orders], { hit, place: [16.37, 48.2], sceneBelow });
const hovered = () => selectionStore.getState().hovered;

beforeEach(() => {
  clearMapSelection();
  select('scene', null);
  mapStore.setState(mapStore.getInitialState());
  selectionStore.setState(selectionStore.getInitialState());
  showWorkspace('orders');
});

describe('a click on the map', () => {
  it('selects the object and opens its workspace', () => {
    click({ subject: 'task', key: 4_711 });
    expect(selectedOf('task')).toBe(4_711);
    expect(uiStore.getState().workspace).toBe('tasks');
  });

  it('leaves the workspace open that says so, and any where the subject opens none', () => {
    showWorkspace('plan');
    click({ subject: 'task', key: 4_711 });
    expect(uiStore.getState().workspace).toBe('plan');
    click({ subject: 'order', key: '000042' });
    expect(selectedOf('order')).toBe('000042');
    expect(uiStore.getState().workspace).toBe('plan');
  });

  it('beside all marks changes nothing', () => {
    select('task', taskIdSchema.parse(1));
    click(null);
    expect(selectedOf('task')).toBe(1);
  });

  it('on a moment of the time map has it read', () => {
    click({ moment: { key: 'scene 7', minute: 12 } });
    expect(timelineStore.getState().hit).toEqual({ key: 'scene 7', minute: 12 });
  });

  it('answers the form that waits for a place, and selects nothing', () => {
    mapStore.setState({ picking: true });
    click({ subject: 'task', key: 4_711 });
    expect(mapStore.getState()).toMatchObject({ picking: false, pickedPoint: [16.37, 48.2] });
    expect(selectedOf('task')).toBeNull();
  });

  it('answers the form that waits for a scene with the one below every mark, and goes on waiting beside one', () => {
    mapStore.setState({ pickingScene: true });
    click({ subject: 'task', key: 4_711 });
    expect(mapStore.getState()).toMatchObject({ pickingScene: true, pickedSceneId: null });
    click({ subject: 'task', key: 4_711 }, 7);
    expect(mapStore.getState()).toMatchObject({ pickingScene: false, pickedSceneId: 7 });
    expect(selectedOf('task')).toBeNull();
  });

  it('is one of the area that is drawn', () => {
    mapStore.setState({ areaTool: 'polygon', picking: true });
    click({ subject: 'task', key: 4_711 });
    expect(mapStore.getState().pickedPoint).toBeNull();
    expect(selectedOf('task')).toBeNull();
  });
});

it('the pointer is over one object of all subjects', () => {
  hoverOnMap({ subject: 'task', key: 4_711 });
  expect(hovered()).toMatchObject({ task: 4_711, order: null, moment: null });
  hoverOnMap({ subject: 'order', key: '000042' });
  expect(hovered()).toMatchObject({ task: null, order: '000042', moment: null });
  hoverOnMap({ moment: { key: 'scene 7', minute: 12 } });
  expect(hovered()).toMatchObject({ task: null, order: null, moment: 'scene 7' });
  hoverOnMap(null);
  expect(Object.values(hovered())).toEqual([null, null, null, null, null, null]);
});

it('another contract clears what belongs to one, and leaves the scenes', () => {
  const marks = { shape: 'points', ids: [], longitudes: [], latitudes: [], kinds: [] } as const;
  for (const subject of ['task', 'order', 'scene'] as const) listMarks(subject, marks);
  select('task', taskIdSchema.parse(1));
  hover('task', taskIdSchema.parse(2));
  select('scene', librarySceneIdSchema.parse(7));
  clearMapSelection();
  expect(Object.keys(mapStore.getState().listedMarks)).toEqual(['scene']);
  expect([selectedOf('task'), hovered().task, selectedOf('scene')]).toEqual([null, null, 7]);
});
