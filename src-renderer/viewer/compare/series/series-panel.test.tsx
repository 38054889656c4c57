import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { sceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { mapStore } from '../../../kit/state/map-store.ts';
import { measureStore } from '../../../kit/state/measure-store.ts';
import { SeriesPanel, seriesTable } from './series-panel.tsx';

const run = vi.hoisted(() => vi.fn());
vi.mock('./run-series.ts', () => ({ runSeries: run }));

const moveTo = (longitude: number, latitude: number) =>
  mapStore.setState({ view: { centre: [longitude, latitude], zoom: 12 } });

it('says of which place its values are, and that the map was moved since', async () => {
  run.mockResolvedValue(undefined);
  moveTo(-70.6, -33.4);
  await showPage(<SeriesPanel map={null} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Read' }));
  const place = await screen.findByText(/^Read at .*33.4.*70.6/);
  expect(screen.queryByText(/The selected place is another one now/)).toBeNull();
  act(() => moveTo(-3.7, 40.4));
  screen.getByText(/The selected place is another one now/);
  expect(place.isConnected).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await screen.findByText(/^Read at .*40.4.*3.7/);
  expect(screen.queryByText(/The selected place is another one now/)).toBeNull();
});

it('says of a measured area that its values are of an area', async () => {
  run.mockResolvedValue(undefined);
  measureStore.setState({
    measure: {
      kind: 'area',
      vertices: [
        [10, 50],
        [12, 50],
        [12, 52],
      ],
      isAdding: false,
    },
  });
  await showPage(<SeriesPanel map={null} />);
  fireEvent.click(await screen.findByRole('combobox', { name: 'Place' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Measured area' }));
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await screen.findByText(/^Read in the area around .*51.*11/);
  expect(run.mock.lastCall?.[0].ground.outline).toHaveLength(3);
});

it('writes the point or the outline that was read into each row of its table', () => {
  const scene = {
    timestamp: '2026-01-01T00:00:00Z',
    period: null,
    satelliteName: null,
    sceneId: sceneIdSchema.parse('s1'),
  };
  const place = { kind: 'point', at: [0, 0] } as const;
  const of = (outline: readonly (readonly [number, number])[] | null) => {
    const { headings, lines } = seriesTable({
      index: 'ndvi',
      ground: { box: [10, 50, 12, 52], at: [11, 51], outline, place },
      rows: [{ scene, found: { value: 0.4, samples: 1, share: 1 }, offset: [10, -0.25] }],
    });
    return Object.fromEntries(headings.map((heading, i) => [heading, lines[0]?.[i]]));
  };
  expect(of(null)).toMatchObject({ nudge_right_px: 10, nudge_down_px: -0.25 });
  expect(of(null)).toMatchObject({ scene: 's1', value: 0.4, latitude: 51, longitude: 11, outline_wkt: null });
  const triangle = [
    [10, 50],
    [12, 50],
    [12, 52],
  ] as const;
  expect(of(triangle)).toMatchObject({
    latitude: null,
    outline_wkt: 'POLYGON ((10 50, 12 50, 12 52, 10 50))',
  });
});
