import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { unlessDoubleClick } from './use-one-press.ts';

function Computation() {
  const [state, setState] = useState('waits');
  return (
    <>
      <p>{state}</p>
      {state === 'runs' ? (
        <button type="button" onClick={unlessDoubleClick(() => setState('was cancelled'))}>
          Cancel
        </button>
      ) : (
        <button type="button" onClick={() => setState('runs')}>
          Compute
        </button>
      )}
    </>
  );
}

it('begins by a double click what a button of the same place stops, and stops it by another click', async () => {
  const user = userEvent.setup();
  render(<Computation />);
  // Both clicks are at the same place of the screen, and the browser counts them.
  await user.pointer([{ keys: '[MouseLeft]', target: screen.getByText('Compute') }]);
  screen.getByText('Cancel').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  expect(screen.getByText('runs')).toBeTruthy();
  await user.click(screen.getByText('Cancel'));
  expect(screen.getByText('was cancelled')).toBeTruthy();
});
