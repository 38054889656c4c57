import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePreventPageSelection } from './use-row-keys.ts';

function Window() {
  usePreventPageSelection();
  return (
    <>
      <p>text</p>
      <input aria-label="field" />
    </>
  );
}

it('Ctrl+A marks no texts of the window, and still those of a field', () => {
  render(<Window />);
  const isDone = (target: HTMLElement, key: string) => fireEvent.keyDown(target, { key, ctrlKey: true });
  expect(isDone(screen.getByText('text'), 'a')).toBe(false);
  expect(isDone(document.body, 'A')).toBe(false);
  expect(isDone(screen.getByRole('textbox', { name: 'field' }), 'a')).toBe(true);
  expect(isDone(document.body, 'c')).toBe(true);
});
