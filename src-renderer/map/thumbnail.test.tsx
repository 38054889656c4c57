import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { Thumbnail } from './thumbnail.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const idOf = (n: number) => librarySceneIdSchema.parse(n);

/** Lets the picture fail, and once more after the session was renewed. */
async function fail(image: () => HTMLImageElement | null) {
  for (let i = 0; i < 2; i += 1) {
    const failing = image();
    if (failing) await act(async () => void fireEvent.error(failing));
  }
}

it('is asked for once more with another session, then later, and shows an even ground until then', async () => {
  const { container } = render(<Thumbnail librarySceneId={idOf(1)} />);
  const image = () => container.querySelector('img');
  const first = image();
  expect(first?.getAttribute('src')).toContain('/files/thumbnail/1');
  if (first) await act(async () => void fireEvent.error(first));
  expect(image()).not.toBeNull();
  await fail(image);
  expect(image()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(image()?.getAttribute('src')).toContain('/files/thumbnail/1');
  await fail(image);
  expect(image()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(image()).toBeNull();
});

it('is not loaded any more by a row that shows another scene or is gone', () => {
  const { container, rerender, unmount } = render(<Thumbnail librarySceneId={idOf(1)} />);
  const first = container.querySelector('img');
  rerender(<Thumbnail librarySceneId={idOf(2)} />);
  const second = container.querySelector('img');
  expect(first?.hasAttribute('src')).toBe(false);
  expect(second?.getAttribute('src')).toContain('/files/thumbnail/2');
  unmount();
  expect(second?.hasAttribute('src')).toBe(false);
});
