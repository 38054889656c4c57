import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { TwoLineRow } from './two-line-row.tsx';

const row = { mark: <i />, state: 'In progress', name: 'harbour', flag: <b>late</b>, trailing: '1 of 3' };

it('names the state for screen readers, and shows the other parts in one line without gaps', async () => {
  const { container } = await showPage(<TwoLineRow {...row} about={['coast', null, '', undefined, '169']} />);
  expect(screen.getByRole('img', { name: 'In progress' }).title).toBe('In progress');
  expect(screen.getByText('coast · 169')).toBeDefined();
  expect(container.textContent).toContain('harbourlate1 of 3');
});

it('leaves the right of the first line empty without a figure', async () => {
  const { container } = await showPage(<TwoLineRow {...row} trailing={null} about={['coast']} />);
  expect(container.textContent).not.toContain('1 of 3');
  expect(container.textContent).toContain('harbourlatecoast');
});
