import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { FileName } from './file-name.tsx';

it('separates the end of a long name from the part that may be truncated, and shows the whole name on hover', async () => {
  const name = 'SN33_20260302T103000_harbour_visual_8bit.tif';
  await showPage(<FileName name={name} />);
  expect(screen.getByTitle(name).textContent).toBe(name);
  expect(screen.getByText('rbour_visual_8bit.tif', { exact: false }).textContent).toHaveLength(22);
});

it('shows a short name whole', async () => {
  await showPage(<FileName name="a.tif" />);
  expect(screen.getByTitle('a.tif').textContent).toBe('a.tif');
});
