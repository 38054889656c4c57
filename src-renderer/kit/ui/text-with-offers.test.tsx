import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { TextWithOffers } from './text-with-offers.tsx';

function Field() {
  const [text, setText] = useState('');
  return (
    <TextWithOffers
      label="Project"
      offers={['Ice edge', 'Reef survey', 'Reef', 'Reef']}
      value={text}
      onChange={setText}
    />
  );
}

const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const all = ['Ice edge', 'Reef survey', 'Reef'];

it('offers all texts, or those with what is typed, and none when one of them has been typed', async () => {
  await showPage(<Field />);
  const field = screen.getByRole('combobox', { name: 'Project' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  fireEvent.focus(field);
  expect(offered()).toEqual(all);
  type('reef');
  expect(offered()).toEqual(all);
  type('reef s');
  expect(offered()).toEqual(['Reef survey']);
  type('Reef survey');
  // It would cover the next field, and a click there would select another project.
  expect([offered(), field.getAttribute('aria-expanded')]).toEqual([[], 'false']);
  fireEvent.click(field);
  expect(offered()).toEqual(all);
});
