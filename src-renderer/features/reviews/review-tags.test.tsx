import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ReviewTags } from './review-tags.tsx';

const shown = () => [...document.querySelectorAll('.mantine-Pill-label')].map((pill) => pill.textContent);

it('adds a tag to those that were entered before it, also while they are still being stored', async () => {
  const onTags = vi.fn(() => new Promise(() => undefined));
  const { user } = await showPage(<ReviewTags value={[]} onTags={onTags} onLeave={vi.fn()} />);
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'port{Enter}ships{Enter}');
  expect(onTags.mock.calls).toEqual([[['port']], [['port', 'ships']]]);
  expect(shown()).toEqual(['port', 'ships']);
});

it('shows what is stored again where tags could not be stored', async () => {
  const onTags = vi.fn(() => Promise.reject(new Error('the disk is full')));
  const { user } = await showPage(<ReviewTags value={['old']} onTags={onTags} onLeave={vi.fn()} />);
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'port{Enter}');
  expect(onTags).toHaveBeenCalledWith(['old', 'port']);
  await waitFor(() => expect(shown()).toEqual(['old']));
});

it('takes what was typed ahead with its ends of tags as tags, and leaves the last one in the field', async () => {
  const onTags = vi.fn(() => new Promise(() => undefined));
  const { user } = await showPage(<ReviewTags value={['old']} onTags={onTags} onLeave={vi.fn()} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Tags' });
  await user.click(field);
  fireEvent.input(field, { target: { value: 'port,Old,two words,shi' } });
  expect(onTags.mock.calls).toEqual([[['old', 'port', 'two words']]]);
  expect(shown()).toEqual(['old', 'port', 'two words']);
  expect(field.value).toBe('shi');
});
