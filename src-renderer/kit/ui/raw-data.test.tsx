import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { RawData } from './raw-data.tsx';

it('formats everything when it is opened, in a block that can be scrolled by keyboard', async () => {
  const { user } = await showPage(<RawData value={{ task_id: 4_711, unheard_of: { depth: [1, null] } }} />);
  const button = screen.getByRole('button', { name: 'Raw response', expanded: false });
  expect(screen.queryByRole('region')).toBeNull();
  await user.click(button);
  const region = screen.getByRole('region', { name: 'Raw response' });
  expect(JSON.parse(region.textContent)).toEqual({ task_id: 4_711, unheard_of: { depth: [1, null] } });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.tab();
  expect(document.activeElement).toBe(region);
  await user.click(button);
  expect(screen.queryByRole('region')).toBeNull();
});

it('truncates a text that is too long to render, and shows that', async () => {
  const { user } = await showPage(<RawData value={'x'.repeat(300_000)} label="Request body" />);
  await user.click(screen.getByRole('button', { name: 'Request body' }));
  const text = screen.getByRole('region', { name: 'Request body' }).textContent;
  expect(text.length).toBeLessThan(200_100);
  expect(text.endsWith('…')).toBe(true);
});
