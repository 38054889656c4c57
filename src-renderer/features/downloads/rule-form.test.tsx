import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { placeRowSchema, placeSchema } from '../../../src-preload/contract/place-values.ts';
import { type RuleDraft, ruleSchema } from '../../../src-preload/contract/rules.ts';
import { pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { mapStore } from '../../kit/state/map-store.ts';
import { RuleForm } from './rule-form.tsx';
import { RulesView } from './rules-view.tsx';

const savedRule = (draft: RuleDraft, fields: { leftOutCount?: number } = {}) =>
  ruleSchema.parse({
    ...draft,
    id: 'r1',
    createdAt: '2026-01-02T03:04:05Z',
    fileCount: 0,
    bytes: 0,
    withheldCount: 0,
    queuedCount: 0,
    leftOutCount: 0,
    lastRanAt: null,
    error: null,
    ...fields,
  });

const harbour = placeSchema.parse({
  placeId: '0b0e3c1e-4a3f-4b7e-9d39-1f1de3d2a001',
  listId: '0b0e3c1e-4a3f-4b7e-9d39-1f1de3d2a002',
  version: 1,
  name: 'Harbour',
  notes: '',
  tags: [],
  attributes: {},
  positionText: '',
  source: null,
  createdAt: '2026-01-02T03:04:05Z',
  createdBy: '',
  updatedAt: '2026-01-02T03:04:05Z',
  updatedBy: '',
  geometry: {
    kind: 'area',
    rings: [
      [
        [10, 54],
        [11, 54],
        [11, 55],
        [10, 55],
      ],
    ],
  },
});
const harbourRow = placeRowSchema.parse({
  ...harbour,
  kind: 'area',
  longitude: 10.5,
  latitude: 54.5,
  altitudeMetres: null,
  vertices: 4,
});

const coastDraft: RuleDraft = {
  name: 'Coast',
  enabled: true,
  scope: pageScope,
  match: {},
  kinds: ['raster:any'],
  mostClouds: null,
  area: null,
  unpack: false,
  showNew: false,
  folder: null,
  quotaBytes: null,
  includeEarlier: false,
};

async function showForm() {
  const saved: RuleDraft[] = [];
  const shown = await showPage(<RuleForm rule={savedRule(coastDraft)} onDone={() => undefined} />, {
    answers: (os) => ({
      tasking: {
        reference: os.tasking.reference.handler(() => ({
          products: [],
          clients: [],
          projects: [],
          fetchedAt: null,
          problems: { products: null, clients: null },
        })),
      },
      places: {
        page: os.places.page.handler(() => ({ total: 1, rows: [harbourRow] })),
        get: os.places.get.handler(() => harbour),
      },
      rules: {
        foresee: os.rules.foresee.handler(({ input }) => ({ captures: input.includeEarlier ? 7 : 0 })),
        update: os.rules.update.handler(({ input: { id: _, ...draft } }) => {
          saved.push(draft);
          return savedRule(draft);
        }),
      },
    }),
  });
  return { ...shown, saved };
}
const areaField = () => screen.findByLabelText('Only in this area');

it('limits a rule to few clouds and to the view of the map', async () => {
  mapStore.setState({ viewBox: [10, 54, 11, 55] });
  const { user, saved } = await showForm();
  await user.type(await screen.findByLabelText('Clouds up to, %'), '12,5');
  await user.click(await screen.findByRole('button', { name: 'Use the view of the map' }));
  expect(await areaField()).toHaveProperty('value', '54° N, 10° E\n54° N, 11° E\n55° N, 11° E\n55° N, 10° E');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({
    mostClouds: 12.5,
    area: [
      [10, 54],
      [11, 54],
      [11, 55],
      [10, 55],
    ],
  });
});

it('takes the area of a place, and says that earlier captures are the most that it would order', async () => {
  const { user } = await showForm();
  await user.click(await screen.findByLabelText('Include captures that are already published'));
  expect(await screen.findByRole('button', { name: 'Save and download 7 captures' })).toBeDefined();
  await user.click(await screen.findByRole('combobox', { name: 'Area from Places' }));
  await user.click(await screen.findByRole('option', { name: 'Harbour' }));
  await waitFor(async () =>
    expect(await areaField()).toHaveProperty('value', expect.stringMatching(/^54° N/)),
  );
  expect(await screen.findByRole('button', { name: 'Save and download up to 7 captures' })).toBeDefined();
});

it('is not saved with an area that cannot be read, and says why', async () => {
  const { user, saved } = await showForm();
  await user.type(await areaField(), '48, 11{enter}there');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Line 2 cannot be read as a place/)).toBeDefined();
  expect(saved).toEqual([]);
});

it('is listed with its limits and with the number of scenes that they left out', async () => {
  const area: RuleDraft['area'] = [
    [10, 54],
    [11, 54],
    [11, 55],
  ];
  const rule = savedRule({ ...coastDraft, mostClouds: 20, area }, { leftOutCount: 3 });
  await showPage(<RulesView />, {
    answers: (os) => ({ rules: { list: os.rules.list.handler(() => [rule]) } }),
  });
  expect(await screen.findByText(/^clouds up to 20% · in an area of 3,6\d\d km²$/)).toBeDefined();
  expect((await screen.findByTestId('rule-facts')).textContent).toMatch(/3 scenes left out$/);
});
