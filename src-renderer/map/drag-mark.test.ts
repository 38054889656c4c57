import { expect, it } from 'vitest';
import { findDraggable } from './drag-mark.ts';
import type { MapHit } from './map-hit.ts';
import type { MapSubject } from './map-subject.ts';

const places: MapSubject = {
  subject: 'place',
  height: 1,
  draws: ['points'],
  hiddenBy: [],
  listedIn: 'places',
  revealsSelected: true,
  isHitInside: false,
  drag: { canDrag: (key) => key === 'selected', onDrop: () => undefined },
};
const place = (key: string): MapHit => ({ subject: 'place', key, isArea: false });

it('the selected point can be dragged although the mark of another object lies over it', () => {
  const task: MapHit = { subject: 'task', key: 1, isArea: false };
  expect(findDraggable([places], [task, place('other'), place('selected')])).toMatchObject({
    subject: 'place',
    key: 'selected',
  });
});

it('a press on marks of which none can be dragged moves the map', () => {
  expect(findDraggable([places], [place('other')])).toBeNull();
  expect(findDraggable([places], [])).toBeNull();
});
