import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { Facts } from './facts.tsx';

it('lists names with their values, also if the service uses a name twice', async () => {
  await showPage(
    <Facts
      facts={[
        ['level', 'L1'],
        ['level', <em key="other">L3</em>],
        ['cloud', '4 %'],
      ]}
    />,
  );
  const terms = screen.getAllByRole('term').map((each) => each.textContent);
  const values = screen.getAllByRole('definition').map((each) => each.textContent);
  expect(terms).toEqual(['level', 'level', 'cloud']);
  expect(values).toEqual(['L1', 'L3', '4 %']);
});
