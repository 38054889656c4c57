import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../testing/page/show-page.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

function Row({ state }: { state: 'running' | 'paused' }) {
  const focus = useKeptFocus<HTMLDivElement>(state);
  return (
    <>
      <button type="button">Elsewhere</button>
      <div {...focus}>
        <button type="button" disabled>
          Not now
        </button>
        {state === 'running' && <button type="button">Pause</button>}
        {state === 'paused' && <button type="button">Resume</button>}
        <button type="button">Remove</button>
      </div>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

it('gives the keys to the first button that is left when the pressed one has gone', async () => {
  const { user, redraw } = await showPage(<Row state="running" />);
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  redraw(<Row state="paused" />);
  expect(focused()).toBe('Resume');
});

it('does so where the browser takes the focus from the button before it has gone', async () => {
  const { user, redraw } = await showPage(<Row state="running" />);
  const pause = screen.getByRole('button', { name: 'Pause' });
  await user.click(pause);
  pause.blur();
  redraw(<Row state="paused" />);
  expect(focused()).toBe('Resume');
});

it('leaves the keys where they are when the pressed button stays', async () => {
  const { user, redraw } = await showPage(<Row state="running" />);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  redraw(<Row state="paused" />);
  expect(focused()).toBe('Remove');
});

it('takes the keys from nobody: not from another place, nor where the row never had them', async () => {
  const { user, redraw } = await showPage(<Row state="running" />);
  redraw(<Row state="paused" />);
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  redraw(<Row state="running" />);
  expect(focused()).toBe('Elsewhere');
});
