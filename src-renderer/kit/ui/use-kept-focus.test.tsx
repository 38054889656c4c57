import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
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

it('moves the focus to the first remaining button when the pressed one disappears', async () => {
  const { user, redraw } = await showPage(<Row state="running" />);
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  redraw(<Row state="paused" />);
  expect(focused()).toBe('Resume');
});

it('does so even if the browser removes the focus from the button before it disappears', async () => {
  const { user, redraw } = await showPage(<Row state="running" />);
  const pause = screen.getByRole('button', { name: 'Pause' });
  await user.click(pause);
  pause.blur();
  redraw(<Row state="paused" />);
  expect(focused()).toBe('Resume');
});

it('keeps the focus when the pressed button stays', async () => {
  const { user, redraw } = await showPage(<Row state="running" />);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  redraw(<Row state="paused" />);
  expect(focused()).toBe('Remove');
});

it('never takes the focus from elsewhere, nor when the row did not have it', async () => {
  const { user, redraw } = await showPage(<Row state="running" />);
  redraw(<Row state="paused" />);
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  redraw(<Row state="running" />);
  expect(focused()).toBe('Elsewhere');
});
