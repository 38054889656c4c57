import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeFullMap, followFullScreen, fullMapStore, openFullMap, toggleFullMap } from './full-map.ts';

const isFull = () => fullMapStore.getState().isFull;
let element: Element | null = null;
const request = vi.fn(async () => {
  element = document.documentElement;
});
const exit = vi.fn(async () => {
  element = null;
});

beforeEach(() => {
  element = null;
  request.mockClear();
  exit.mockClear();
  const given = (value: PropertyDescriptor) => ({ configurable: true, ...value });
  Object.defineProperty(document, 'fullscreenEnabled', given({ value: true, writable: true }));
  Object.defineProperty(document, 'fullscreenElement', given({ get: () => element }));
  Object.defineProperty(document, 'exitFullscreen', given({ value: exit }));
  Object.defineProperty(document.documentElement, 'requestFullscreen', given({ value: request }));
});
afterEach(closeFullMap);

it('the map takes the screen, and gives it back', () => {
  toggleFullMap();
  expect([isFull(), request.mock.calls.length]).toEqual([true, 1]);
  toggleFullMap();
  expect([isFull(), exit.mock.calls.length]).toEqual([false, 1]);
});

it('the whole window is there again when the browser has left full screen', () => {
  const stop = followFullScreen();
  openFullMap();
  document.dispatchEvent(new Event('fullscreenchange'));
  expect(isFull()).toBe(true);
  element = null;
  document.dispatchEvent(new Event('fullscreenchange'));
  expect(isFull()).toBe(false);
  stop();
});

it('the map fills the window where the browser refuses the screen', async () => {
  request.mockRejectedValueOnce(new TypeError('denied'));
  openFullMap();
  await Promise.resolve();
  expect(isFull()).toBe(true);
  closeFullMap();
  expect(exit).not.toHaveBeenCalled();
  Object.assign(document, { fullscreenEnabled: false });
  openFullMap();
  expect([isFull(), request.mock.calls.length]).toEqual([true, 1]);
});
