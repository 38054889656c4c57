import { act, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { setDateFormat } from './date-format.ts';
import { formatUtcDay } from './format.ts';

function Day() {
  const { i18n } = useTranslation();
  return <p>{formatUtcDay(i18n.language, '2026-11-05T10:30:00Z')}</p>;
}

it('draws the days on the screen again when their format changes', async () => {
  await showPage(<Day />);
  expect(await screen.findByText('Nov 5, 2026')).toBeDefined();
  await act(() => setDateFormat('iso'));
  expect(await screen.findByText('2026-11-05')).toBeDefined();
  await act(() => setDateFormat('region'));
  expect(await screen.findByText('Nov 5, 2026')).toBeDefined();
});
