import { screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { expect, it } from 'vitest';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { sceneFilters } from '../scene-filters.ts';
import type { FindFieldProps } from './find-field-props.ts';
import { TimeField } from './time-field.tsx';

const facets: FindFieldProps['facets'] = {
  total: 1_207,
  projects: [],
  satellites: [],
  levels: [],
  reviews: [],
  tags: [],
  factsRead: 1,
  histogram: { unit: 'day', start: '2026-05-01T00:00:00.000Z', counts: [3, 1_200, 4], undated: 0 },
};

function Field() {
  const { t } = useTranslation();
  return <TimeField t={t} facets={facets} terms={sceneFilters.initial} change={() => undefined} />;
}

it('names the time of the histogram, and the number of scenes in its highest bar', async () => {
  await showPage(<Field />);
  const name = screen.getByRole('img').getAttribute('aria-label') ?? '';
  expect(name).toContain('2026');
  expect(name).toContain('at most 1,200 in one bar');
});
