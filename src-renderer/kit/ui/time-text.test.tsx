import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { TimeCell, TimeText } from './time-text.tsx';

// Halifax is four hours behind UTC in February, so the local day differs.
const at = '2026-02-20T02:15:30Z';
const time = () => screen.getByText((_, element) => element?.tagName === 'TIME');

it('shows UTC, and the local time of this computer on hover', async () => {
  const { user } = await showPage(<TimeText at={at} />);
  expect(time().textContent).toBe('Feb 20, 2026, 02:15 UTC');
  expect(time().getAttribute('datetime')).toBe(at);
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.hover(time());
  expect((await screen.findByRole('tooltip')).textContent).toBe('Feb 19, 2026, 22:15 AST');
});

it('shows the same in Spanish, in the Spanish order', async () => {
  const { user } = await showPage(<TimeText at={at} />, { language: 'es' });
  expect(time().textContent).toBe('20 feb 2026, 02:15 UTC');
  await user.hover(time());
  expect((await screen.findByRole('tooltip')).textContent).toContain('19 feb 2026, 22:15');
});

it('shows the same in cells of lists, to the second for logs', async () => {
  const { redraw } = await showPage(<TimeCell at={at} language="en" />);
  expect(time().textContent).toBe('Feb 20, 2026, 02:15 UTC');
  expect(time().title).toBe('Feb 19, 2026, 22:15 AST');
  redraw(<TimeCell at={at} language="en" seconds />);
  expect(time().textContent).toBe('Feb 20, 2026, 02:15:30 UTC');
});

it('shows an invalid time unchanged, and a dash for none', async () => {
  const { redraw } = await showPage(<TimeText at="soon" />);
  expect(screen.getByText('soon')).toBeDefined();
  redraw(<TimeText at={null} />);
  expect(screen.getByText('—')).toBeDefined();
  redraw(<TimeCell at={null} language="en" />);
  expect(screen.getByText('—')).toBeDefined();
});
