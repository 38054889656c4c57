import { Menu, Modal, Popover } from '@mantine/core';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { outsideOfText } from './outside-of-text.ts';
import { useHistoryKeys } from './use-history-keys.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789,./?'];
const command = vi.fn();
const onKey = outsideOfText(command, true);
afterEach(() => {
  document.documentElement.removeEventListener('keydown', onKey);
  command.mockReset();
});

/** Presses every letter in an element; returns how many ran a command of the window. */
function commandsIn(element: Element | null): number {
  if (element === null) throw new Error('there is no such element');
  document.documentElement.addEventListener('keydown', onKey);
  for (const key of letters)
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  return command.mock.calls.length;
}

describe('no letter is a command of the window', () => {
  it.each([
    ['text', <input key="field" data-testid="at" />],
    ['search', <input key="field" data-testid="at" type="search" />],
    ['number', <input key="field" data-testid="at" type="number" />],
    ['date', <input key="field" data-testid="at" type="date" />],
    ['colour', <input key="field" data-testid="at" type="color" />],
    ['several lines', <textarea key="field" data-testid="at" />],
    ['choices', <select key="field" data-testid="at" />],
    [
      'a cell of a table',
      // biome-ignore lint/a11y/useSemanticElements: Nadir's own grid has this role
      <div key="field" role="grid">
        <div data-testid="at" />
      </div>,
    ],
    [
      'a tree',
      <div key="field" role="tree">
        <div data-testid="at" />
      </div>,
    ],
    [
      'a button of a dialog',
      <Popover key="field" opened>
        <Popover.Target>
          <button type="button">Open</button>
        </Popover.Target>
        <Popover.Dropdown>
          <button type="button" data-testid="at" />
        </Popover.Dropdown>
      </Popover>,
    ],
    [
      'a button whose dialog is open and has no focus yet',
      <Popover key="field" opened>
        <Popover.Target>
          <button type="button" data-testid="at">
            Open
          </button>
        </Popover.Target>
        <Popover.Dropdown>text</Popover.Dropdown>
      </Popover>,
    ],
    [
      'the map below an open menu',
      <div key="field">
        <div data-testid="at" />
        <Menu opened>
          <Menu.Target>
            <button type="button">Open</button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>One</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>,
    ],
    [
      'the map below an open window',
      <div key="field">
        <div data-testid="at" />
        <Modal opened onClose={() => undefined}>
          text
        </Modal>
      </div>,
    ],
  ])('in %s', async (_name, part) => {
    await showPage(part);
    await vi.waitFor(() => expect(screen.getByTestId('at')).toBeDefined());
    expect(commandsIn(screen.getByTestId('at'))).toBe(0);
  });

  it('in text that can be edited in place', async () => {
    await showPage(<div data-testid="at" />);
    const place = screen.getByTestId('at');
    // jsdom has no `isContentEditable`.
    Object.defineProperty(place, 'isContentEditable', { value: true });
    expect(commandsIn(place)).toBe(0);
  });
});

it.each([
  ['a row of a list, which does nothing with letters', <div key="at" role="listbox" data-testid="at" />],
  ['a button', <button key="at" type="button" data-testid="at" />],
  ['a switch', <input key="at" type="checkbox" data-testid="at" />],
  [
    'a button whose dialog is closed',
    <Popover key="at" opened={false}>
      <Popover.Target>
        <button type="button" data-testid="at">
          Open
        </button>
      </Popover.Target>
      <Popover.Dropdown>text</Popover.Dropdown>
    </Popover>,
  ],
])('each letter is a command in %s', async (_name, part) => {
  await showPage(part);
  expect(commandsIn(screen.getByTestId('at'))).toBe(letters.length);
});

function History({ run }: { run: () => void }) {
  useHistoryKeys({ undo: { run }, redo: { run } });
  return null;
}

it('an undo is not done below an open dialog', async () => {
  const run = vi.fn();
  const undo = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }));
  const { redraw } = await showPage(<History run={run} />);
  undo();
  expect(run).toHaveBeenCalledTimes(1);
  redraw(
    <Modal opened onClose={() => undefined}>
      <History run={run} />
    </Modal>,
  );
  undo();
  expect(run).toHaveBeenCalledTimes(1);
});
