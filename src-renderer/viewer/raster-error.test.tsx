import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../testing/page/show-page.tsx';
import { RasterError } from './raster-error.tsx';

it('says what happened, and opens what to do where the map is too narrow for it', async () => {
  const error = { code: 'NOT_FOUND', data: { what: 'S6.tif' } };
  const { user } = await showPage(<RasterError error={error} isFolderAwayShown={false} />);
  const note = screen.getByRole('alert');
  expect(note.textContent).toContain('S6.tif');
  const more = screen.getByRole('button', { name: 'Details' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await user.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect(note.hasAttribute('data-open')).toBe(true);
  const hint = document.getElementById(more.getAttribute('aria-controls') ?? '');
  expect(hint?.textContent).not.toBe('');
});

it('leaves out what to do about a folder that is away where the details of the scene say it', async () => {
  const error = { code: 'FOLDER_AWAY', data: { path: '/media/drive', state: 'away' } };
  const { redraw } = await showPage(<RasterError error={error} isFolderAwayShown />);
  expect(screen.getByRole('alert').textContent).toBe('The library folder is not there');
  redraw(<RasterError error={error} isFolderAwayShown={false} />);
  expect(screen.getByRole('alert').textContent).toContain('/media/drive cannot be read');
});
