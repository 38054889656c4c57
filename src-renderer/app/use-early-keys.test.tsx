import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/page/show-page.tsx';
import { paletteStore } from './palette-store.ts';
import { useEarlyKeys } from './use-early-keys.ts';

const onText = vi.fn<(text: string) => void>();
const onCommand = vi.fn();

function Keys() {
  useEarlyKeys(onText);
  return (
    <div role="dialog">
      <input aria-label="Command" />
    </div>
  );
}

const open = (opened: boolean) => paletteStore.setState({ ...paletteStore.getState(), opened });
beforeEach(() => {
  open(false);
  onText.mockClear();
  onCommand.mockClear();
});

it('passes on what is typed before the field of the palette has the focus, and to no command', async () => {
  const { user } = await showPage(<Keys />);
  document.addEventListener('keydown', onCommand);
  fireEvent.keyDown(document.body, { key: 'n' });
  expect([onText.mock.calls, onCommand.mock.calls.length]).toEqual([[], 1]);
  open(true);
  for (const key of ['v', 'i', 'Enter']) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(onText.mock.calls).toEqual([['v'], ['i']]);
  // Its field takes the keys itself as soon as it can.
  const field = document.querySelector('input');
  if (!field) throw new Error('no field');
  await user.type(field, 'en');
  expect(field.value).toBe('en');
  expect(onText).toHaveBeenCalledTimes(2);
  document.removeEventListener('keydown', onCommand);
});
