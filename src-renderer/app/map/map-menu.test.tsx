import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { mapStore } from '../../kit/state/map-store.ts';
import { measureStore } from '../../kit/state/measure-store.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { choiceStore } from '../../map/choice-store.ts';
import type { MapHit } from '../../map/map-hit.ts';
import { MapMenu } from './map-menu.tsx';

const place = [16.3738, 48.2082] as const;
const at = { x: 10, y: 20 };

async function open(...hits: MapHit[]) {
  const [onClose, onCentre, onZoomIn] = [vi.fn(), vi.fn(), vi.fn()];
  const page = await showPage(
    <MapMenu click={{ place, at, hits }} onClose={onClose} onCentre={onCentre} onZoomIn={onZoomIn} />,
  );
  const menu = await screen.findByRole('menu', { name: 'Place on the map' });
  const press = (name: string) => page.user.click(within(menu).getByRole('menuitem', { name }));
  return { ...page, onClose, onCentre, onZoomIn, menu, press };
}

it('names the place', async () => {
  const { menu } = await open();
  expect(menu.textContent).toContain('48.20820, 16.37380');
});

it('copies the place in the format of the user, or in any other one by keyboard', async () => {
  const { user, press } = await open();
  await press('Copy coordinates');
  expect(await navigator.clipboard.readText()).toBe('48.20820, 16.37380');
  screen.getByRole('menuitem', { name: 'Copy as…' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findAllByRole('menuitem', { name: /^(Decimal|Degrees|UTM|MGRS)/ })).toHaveLength(5);
  await user.click(screen.getByRole('menuitem', { name: /^MGRS/ }));
  expect(await navigator.clipboard.readText()).toBe('33U XP 02065 40353');
});

it('adds the place to the lists of places', async () => {
  const { press } = await open();
  await press('Add as a place');
  expect(mapStore.getState().placeToAdd).toEqual({ at: place, name: null });
});

it('asks what is there', async () => {
  const { press } = await open();
  await press('What is here?');
  expect(mapStore.getState().here).toEqual({ at: place, name: null });
});

it('begins a measurement there, and takes the meaning of the next click from whatever had it', async () => {
  mapStore.setState({ picking: true });
  const { press, onClose } = await open();
  await press('Measure from here');
  expect(measureStore.getState().measure).toEqual({ kind: 'distance', vertices: [place], isAdding: true });
  expect(mapStore.getState().picking).toBe(false);
  expect(onClose).toHaveBeenCalled();
});

it('plans a task there, zooms in there and centres there', async () => {
  const { press, onZoomIn, onCentre } = await open();
  await press('Zoom in here');
  await press('Centre here');
  expect([onZoomIn.mock.calls, onCentre.mock.calls]).toEqual([[[place]], [[place]]]);
  await press('New task here');
  expect(mapStore.getState().placeToPlan).toEqual({ at: place, kept: null });
  expect(uiStore.getState().workspace).toBe('plan');
});

it('lists the marks of the place, outlines too, if there are any', async () => {
  const hits: MapHit[] = [
    { subject: 'task', key: 1, isArea: false },
    { subject: 'scene', key: 7, isArea: true },
  ];
  const { press, redraw } = await open(...hits);
  await press('List the marks here');
  expect(choiceStore.getState().choice).toEqual({ hits, place, at });
  const nothing = vi.fn();
  redraw(<MapMenu click={{ place, at, hits: [] }} onClose={nothing} onCentre={nothing} onZoomIn={nothing} />);
  expect(screen.queryByRole('menuitem', { name: 'List the marks here' })).toBeNull();
});
