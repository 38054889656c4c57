import { Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { reviewChoices, type ValueRange } from '../../../../src-preload/contract/scene-filter.ts';
import { boxOf } from '../../../../src-shared/geometry/area.ts';
import type { DegreeBox } from '../../../../src-shared/geometry/box-of-places.ts';
import { formatNumber, formatUtcDay } from '../../../kit/i18n/format.ts';
import { stateWord } from '../../reviews/review-words.ts';
import type { SceneTerms } from '../scene-filters.ts';
import type { FindFieldProps } from './find-field-props.ts';
import { RangeField } from './range-field.tsx';
import { TimeField } from './time-field.tsx';
import { ValuesField } from './values-field.tsx';

/** A filter of the panel. To add one, add an entry to `findFilters` and its terms to `scene-filters.ts`. */
export interface FindFilter {
  key: string;
  /** Null if the filter is set with tools of the map. */
  field: ((props: FindFieldProps) => ReactNode) | null;
  /** Returns the text of the filter's chip; null if the filter is not set. */
  said: (terms: SceneTerms, t: TFunction, language: string) => string | null;
  /** The terms of the filter when it is not set. */
  unset: Partial<SceneTerms>;
  /** Returns the filter's box on the map, if it is about a place. */
  where?: (terms: SceneTerms) => DegreeBox | null;
}

const dayMs = 86_400_000;

function timeSaid({ from, to }: SceneTerms, t: TFunction, language: string): string | null {
  const first = from === null ? null : formatUtcDay(language, from);
  // The end of the range is exclusive.
  const last = to === null ? null : formatUtcDay(language, new Date(Date.parse(to) - dayMs).toISOString());
  if (first !== null && last !== null) return first === last ? first : t('find.between', { first, last });
  if (first !== null) return t('find.since', { first });
  return last === null ? null : t('find.until', { last });
}

/** Returns the word for a review state. */
function reviewText(value: string, t: TFunction): string {
  return value === 'none' ? t('reviews.noVerdict') : stateWord(t, value);
}

type ListTerm = 'projects' | 'satellites' | 'levels' | 'tags';
const listOf = (term: ListTerm, nameOf: (t: TFunction) => string): FindFilter => ({
  key: term,
  field: ({ terms, change, facets, t }) => (
    <ValuesField
      name={nameOf(t)}
      values={terms[term]}
      counted={facets?.[term] ?? []}
      onChange={(values) => {
        const patch: Partial<SceneTerms> = { [term]: values };
        change(patch);
      }}
    />
  ),
  said(terms, t) {
    const values = terms[term];
    if (values.length === 0) return null;
    return values.length > 2
      ? t('find.several', { label: nameOf(t), count: values.length })
      : values.join(', ');
  },
  unset: { [term]: [] },
});

type RangeTerm = 'cloudCover' | 'offNadir' | 'sunElevation' | 'gsd' | 'rating';
interface RangeWords {
  nameOf: (t: TFunction) => string;
  unit: '%' | '°' | 'm' | '';
  min: number;
  max: number;
  step: number;
}

function rangeSaid({ least, most }: ValueRange, name: string, written: (value: number) => string) {
  if (least !== null && most !== null) return `${name} ${written(least)} – ${written(most)}`;
  if (least !== null) return `${name} ≥ ${written(least)}`;
  return most === null ? null : `${name} ≤ ${written(most)}`;
}

const rangeOf = (term: RangeTerm, { nameOf, ...words }: RangeWords): FindFilter => ({
  key: term,
  field: ({ terms, change, t }) => (
    <RangeField
      {...words}
      name={nameOf(t)}
      range={terms[term]}
      onChange={(range) => {
        const patch: Partial<SceneTerms> = { [term]: range };
        change(patch);
      }}
    />
  ),
  said(terms, t, language) {
    const range = terms[term];
    const written = (value: number) => `${formatNumber(language, value, 2)} ${words.unit}`.trim();
    return range && rangeSaid(range, nameOf(t), written);
  },
  unset: { [term]: null },
});

/** The filters of the panel, in their order. */
export const findFilters: readonly FindFilter[] = [
  {
    key: 'box',
    field: null,
    said: ({ box }, t) => (box === null ? null : t('find.inView')),
    unset: { box: null },
    where: ({ box }) => box,
  },
  {
    key: 'area',
    field: null,
    said: ({ area }, t) => (area === null ? null : t('find.inArea')),
    unset: { area: null },
    where: ({ area }) => (area === null ? null : boxOf([area])),
  },
  {
    key: 'time',
    field: (props) => <TimeField {...props} />,
    said: timeSaid,
    unset: { from: null, to: null },
  },
  listOf('projects', (t) => t('label.project')),
  listOf('satellites', (t) => t('label.satellite')),
  listOf('levels', (t) => t('label.level')),
  rangeOf('cloudCover', { nameOf: (t) => t('label.clouds'), unit: '%', min: 0, max: 100, step: 5 }),
  rangeOf('offNadir', { nameOf: (t) => t('label.offNadir'), unit: '°', min: 0, max: 90, step: 5 }),
  rangeOf('sunElevation', {
    nameOf: (t) => t('label.sunElevation'),
    unit: '°',
    min: -90,
    max: 90,
    step: 5,
  }),
  rangeOf('gsd', { nameOf: (t) => t('label.gsd'), unit: 'm', min: 0, max: 10_000, step: 0.1 }),
  {
    key: 'reviews',
    field: ({ terms, change, facets, t }) => (
      <ValuesField
        name={t('reviews.settings')}
        values={terms.reviews}
        counted={facets?.reviews ?? []}
        textOf={(value) => reviewText(value, t)}
        onChange={(values) => change({ reviews: reviewChoices.filter((choice) => values.includes(choice)) })}
      />
    ),
    said: ({ reviews }, t) =>
      reviews.length === 0 ? null : reviews.map((choice) => reviewText(choice, t)).join(', '),
    unset: { reviews: [] },
  },
  listOf('tags', (t) => t('places.column.tags')),
  rangeOf('rating', { nameOf: (t) => t('reviews.rating'), unit: '', min: 1, max: 5, step: 1 }),
  {
    key: 'sameContent',
    field: ({ terms, change, t }) => (
      <Checkbox
        size="xs"
        label={t('find.sameContent')}
        description={t('find.sameContentHint')}
        checked={terms.hasSameContent}
        onChange={(event) => change({ hasSameContent: event.currentTarget.checked })}
      />
    ),
    said: ({ hasSameContent }, t) => (hasSameContent ? t('find.sameContent') : null),
    unset: { hasSameContent: false },
  },
];
