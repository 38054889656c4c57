import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/page/show-page.tsx';
import { paletteRequest, paletteStore } from './palette-store.ts';
import { useEarlyKeys } from './use-early-keys.ts';

const onCommand = vi.fn<(key: string) => void>();
const onText = vi.fn<(text: string) => void>();
const onKey = vi.fn<(key: string) => void>();

function Keys({ hasField }: { hasField: boolean }) {
  useEarlyKeys();
  return hasField ? (
    <div role="dialog">
      <input
        aria-label="Command"
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={({ key }) => onKey(key)}
      />
    </div>
  ) : null;
}

const open = (opened: boolean) => paletteStore.setState({ ...paletteStore.getState(), opened });
const command = ({ key }: KeyboardEvent) => onCommand(key);
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
};
function field(): HTMLInputElement {
  const found = document.querySelector('input');
  if (!found) throw new Error('There is no field.');
  return found;
}

beforeEach(() => {
  open(false);
  for (const mock of [onCommand, onText, onKey]) mock.mockClear();
  document.addEventListener('keydown', command);
});
afterEach(() => document.removeEventListener('keydown', command));

it('writes early keys into the field once it has the focus, and runs no command', async () => {
  const { user } = await showPage(<Keys hasField />);
  press('n');
  expect(onCommand.mock.calls).toEqual([['n']]);
  open(true);
  press('v', 'x', 'Backspace', 'i');
  expect(onCommand).toHaveBeenCalledTimes(1);
  expect(onText).not.toHaveBeenCalled();
  field().focus();
  expect(onText.mock.calls).toEqual([['vi']]);
  expect(field().value).toBe('vi');
  // From here on, the field receives the keys itself.
  await user.type(field(), 'en');
  expect(field().value).toBe('vien');
});

it('runs the command after an early Enter, which ends the text', async () => {
  await showPage(<Keys hasField />);
  open(true);
  press('v', 'Enter', 'i');
  field().focus();
  expect(field().value).toBe('v');
  await vi.waitFor(() => expect(onKey.mock.calls).toEqual([['Enter']]));
});

it('stores keys while the palette is loading, and discards them on Escape', async () => {
  const { redraw } = await showPage(<Keys hasField={false} />);
  paletteRequest.setState({ isOpening: true });
  press('v', 'Escape', 'n');
  expect(paletteRequest.getState().isOpening).toBe(false);
  expect(onCommand.mock.calls).toEqual([['Escape'], ['n']]);
  open(true);
  redraw(<Keys hasField />);
  field().focus();
  expect(onText).not.toHaveBeenCalled();
});

it('ignores keys with a modifier', async () => {
  await showPage(<Keys hasField />);
  open(true);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(onCommand.mock.calls).toEqual([['k']]);
});
