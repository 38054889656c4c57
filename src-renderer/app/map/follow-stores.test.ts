import { beforeEach, describe, expect, it } from 'vitest';
import { librarySceneIdSchema, orderIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { clearMapSelection, listMarks, mapStore } from '../../kit/state/map-store.ts';
import { beginMeasure, endMeasure } from '../../kit/state/measure-store.ts';
import {
  addSubject,
  hover,
  restoreSelected,
  select,
  selectedOf,
  selectionStore,
} from '../../kit/state/selection.ts';
import type { MarkKey } from '../../kit/state/subject-marks.ts';
import { timelineStore } from '../../kit/state/timeline-store.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { choiceStore } from '../../map/choice-store.ts';
import type { MapHit } from '../../map/map-hit.ts';
import type { MapSubject } from '../../map/map-subject.ts';
import { applyHit, followSelection, hoverOnMap, selectOnMap } from './follow-stores.ts';

addSubject('task', { readKey: (key) => taskIdSchema.parse(key), ofAllContracts: false });
addSubject('order', { readKey: (key) => orderIdSchema.parse(key), ofAllContracts: false });
addSubject('scene', { readKey: (key) => librarySceneIdSchema.parse(key), ofAllContracts: true });

const onMap = { draws: ['points'], hiddenBy: [], revealsSelected: true, isHitInside: false } as const;
const tasks: MapSubject = {
  ...onMap,
  subject: 'task',
  height: 2,
  listedIn: 'tasks',
  opens: { workspace: 'tasks', unlessIn: 'plan' },
};
const orders: MapSubject = { ...onMap, subject: 'order', height: 1, listedIn: 'orders' };
const shiftClicked: MarkKey[] = [];
const places: MapSubject = {
  ...onMap,
  subject: 'place',
  height: 0,
  listedIn: 'places',
  onShiftClick: (key) => void shiftClicked.push(key),
};
const at = { x: 10, y: 20 };
const click = (...hits: MapHit[]) => selectOnMap([tasks, orders], { hits, place: [16.37, 48.2], at });
const shiftClick = (...hits: MapHit[]) =>
  selectOnMap([tasks, orders, places], { hits, place: [16.37, 48.2], at, isExtending: true });
const task: MapHit = { subject: 'task', key: 4_711, isArea: false };
const order: MapHit = { subject: 'order', key: '000042', isArea: false };
const place = (key: string): MapHit => ({ subject: 'place', key, isArea: false });
const footprint = (key: number): MapHit => ({ subject: 'scene', key, isArea: true });
const clusterOf = (splits: boolean): MapHit => ({
  subject: 'task',
  cluster: {
    size: 2,
    counts: new Map(),
    id: '1 2',
    splits,
    keys: () => [1, 2],
    box: () => [16, 48, 17, 49] as const,
  },
});
const choice = () => choiceStore.getState().choice;
const hovered = () => {
  const { task = null, order = null, scene = null, moment = null } = selectionStore.getState().hovered;
  return { task, order, scene, moment };
};

beforeEach(() => {
  clearMapSelection();
  select('scene', null);
  mapStore.setState(mapStore.getInitialState());
  selectionStore.setState(selectionStore.getInitialState());
  choiceStore.setState({ choice: null });
  shiftClicked.length = 0;
  showWorkspace('orders');
});

describe('a click on the map', () => {
  it('selects the object and opens its workspace', () => {
    click(task);
    expect(selectedOf('task')).toBe(4_711);
    expect(uiStore.getState().workspace).toBe('tasks');
  });

  it('means the mark where it lies upon outlines, and the outlines elsewhere', () => {
    click(task, footprint(7), footprint(8));
    expect(selectedOf('task')).toBe(4_711);
    expect(choice()).toBeNull();
    click(footprint(7));
    expect(selectedOf('scene')).toBe(7);
  });

  it('where several marks lie opens a list of them and selects none', () => {
    click(task, order, footprint(7));
    expect(choice()).toEqual({ hits: [task, order], place: [16.37, 48.2], at, isExtending: false });
    expect(selectedOf('task')).toBeNull();
    choiceStore.setState({ choice: null });
    click(footprint(7), footprint(8));
    expect(choice()?.hits).toEqual([footprint(7), footprint(8)]);
  });

  it('on a cluster goes to its marks, or lists them if no zoom draws them apart', () => {
    click(clusterOf(true));
    expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'box', box: [16, 48, 17, 49] });
    expect(choice()).toBeNull();
    const together = clusterOf(false);
    click(together);
    expect(choice()?.hits).toEqual([together]);
  });

  it('with Shift adds the mark that can be added to the selection, also under another one', () => {
    shiftClick(task, place('a'));
    expect(shiftClicked).toEqual(['a']);
    expect(choice()).toBeNull();
  });

  it('with Shift where several such marks lie asks which one is meant, and adds that one', () => {
    shiftClick(place('a'), place('b'), task);
    expect(shiftClicked).toEqual([]);
    expect(choice()).toMatchObject({ hits: [place('a'), place('b')], isExtending: true });
    applyHit([tasks, places], place('b'), true);
    expect(shiftClicked).toEqual(['b']);
  });

  it('sets a vertex while something is measured, and selects nothing', () => {
    beginMeasure('distance');
    click(task);
    expect(selectedOf('task')).toBeNull();
    endMeasure();
  });

  it('leaves the workspace open that says so, and any where the subject opens none', () => {
    showWorkspace('plan');
    click(task);
    expect(uiStore.getState().workspace).toBe('plan');
    click(order);
    expect(selectedOf('order')).toBe('000042');
    expect(uiStore.getState().workspace).toBe('plan');
  });

  it('beside all marks changes nothing', () => {
    select('task', taskIdSchema.parse(1));
    click();
    expect(selectedOf('task')).toBe(1);
  });

  it('on a moment of the time map has it read', () => {
    click({ moment: { key: 'scene 7', minute: 12 } });
    expect(timelineStore.getState().hit).toEqual({ key: 'scene 7', minute: 12 });
  });

  it('answers the form that waits for a place, and selects nothing', () => {
    mapStore.setState({ picking: true });
    click(task);
    expect(mapStore.getState()).toMatchObject({ picking: false, pickedPoint: [16.37, 48.2] });
    expect(selectedOf('task')).toBeNull();
  });

  it('answers the form that waits for a scene with the one below every mark, and goes on waiting beside one', () => {
    mapStore.setState({ pickingScene: true });
    click(task);
    expect(mapStore.getState()).toMatchObject({ pickingScene: true, pickedSceneId: null });
    click(task, footprint(7));
    expect(mapStore.getState()).toMatchObject({ pickingScene: false, pickedSceneId: 7 });
    expect(selectedOf('task')).toBeNull();
  });

  it('asks which scene is meant where the footprints of several lie', () => {
    mapStore.setState({ pickingScene: true });
    click(task, footprint(7), footprint(8));
    expect(choice()?.hits).toEqual([footprint(7), footprint(8)]);
    applyHit([tasks], footprint(8));
    expect(mapStore.getState()).toMatchObject({ pickingScene: false, pickedSceneId: 8 });
    expect(selectedOf('scene')).toBeNull();
  });

  it('is one of the area that is drawn', () => {
    mapStore.setState({ areaTool: 'polygon', picking: true });
    click(task);
    expect(mapStore.getState().pickedPoint).toBeNull();
    expect(selectedOf('task')).toBeNull();
  });
});

describe('the pointer on the map', () => {
  const isOverNothing = () => Object.values(hovered()).every((key) => key === null);

  it('is over the object under it', () => {
    hoverOnMap([task]);
    expect(hovered()).toMatchObject({ task: 4_711, order: null, moment: null });
    hoverOnMap([order]);
    expect(hovered()).toMatchObject({ task: null, order: '000042', moment: null });
    hoverOnMap([{ moment: { key: 'scene 7', minute: 12 } }]);
    expect(hovered()).toMatchObject({ task: null, order: null, moment: 'scene 7' });
    hoverOnMap([clusterOf(true)]);
    expect(isOverNothing()).toBe(true);
    hoverOnMap([task]);
    hoverOnMap([]);
    expect(isOverNothing()).toBe(true);
  });

  it('is over objects of several subjects, and over none of those that coincide with others of their subject', () => {
    hoverOnMap([task, order]);
    expect(hovered()).toMatchObject({ task: 4_711, order: '000042' });
    hoverOnMap([task, { ...task, key: 4_712 }, order, { ...task, key: 4_713 }]);
    expect(hovered()).toMatchObject({ task: null, order: '000042' });
    hoverOnMap([task, clusterOf(true)]);
    expect(isOverNothing()).toBe(true);
    hoverOnMap([1, 2].map((minute) => ({ moment: { key: `scene ${minute}`, minute } })));
    expect(isOverNothing()).toBe(true);
  });
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

describe('the map', () => {
  const [restored, other] = [taskIdSchema.parse(4_711), taskIdSchema.parse(4_712)];
  /** Makes a map that notes where it goes. */
  function follow() {
    const revealed: unknown[] = [];
    const marks = {
      reveal: (_subject: unknown, key: unknown) => void revealed.push(key),
      setEmphasis: () => undefined,
    };
    return { revealed, stop: followSelection({ marks }, [tasks]) };
  }

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'keeps its view for what was selected in the last session, restored %s the map is there',
    (_when, isFirst) => {
      if (isFirst) restoreSelected({ task: restored });
      const { revealed, stop } = follow();
      if (!isFirst) restoreSelected({ task: restored });
      expect(revealed).toEqual([]);
      select('task', other);
      select('task', restored);
      expect(revealed).toEqual([other, restored]);
      stop();
    },
  );

  it('goes to what was selected before it was there', () => {
    select('task', other);
    const { revealed, stop } = follow();
    expect(revealed).toEqual([other]);
    stop();
  });
});
