import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { settingsOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { addVertex, beginMeasure, measureStore } from '../../kit/state/measure-store.ts';
import { MeasurePanel } from './measure-panel.tsx';

const show = (measureUnits?: unknown) =>
  showPage(<MeasurePanel map={null} />, {
    settings: settingsOf({ workspace: measureUnits === undefined ? {} : { measureUnits } }),
    answers: (os) => ({
      settings: {
        set: os.settings.set.handler(({ input }) => settingsOf({ workspace: input.workspace ?? {} })),
      },
    }),
  });

function measureTriangle() {
  beginMeasure('distance');
  addVertex([0, 0]);
  addVertex([1, 0]);
  addVertex([1, 1]);
}

it('is not there while nothing is measured', async () => {
  await show();
  expect(screen.queryByTestId('measure-panel')).toBeNull();
});

it('says the total of a path and each of its sides, and the area of the same vertices', async () => {
  measureTriangle();
  const { user } = await show();
  expect((await screen.findByTestId('measured')).textContent).toBe('Total 221.89\u00a0km');
  // A degree of the equator, then one of a meridian.
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'SideLengthAzimuth',
    '1111.32\u00a0km90.0°',
    '2110.57\u00a0km0.0°',
  ]);
  await user.click(screen.getByRole('radio', { name: 'Area' }));
  await waitFor(() =>
    expect(screen.getByTestId('measured').textContent).toBe('Area 6,154.9\u00a0km²Perimeter 378.79\u00a0km'),
  );
});

it('writes in the units that were selected before, and keeps those that are selected', async () => {
  measureTriangle();
  const { user, main } = await show({ length: 'nmi', area: 'ha' });
  await waitFor(() => expect(screen.getByTestId('measured').textContent).toBe('Total 119.81\u00a0NM'));
  await user.click(screen.getByRole('combobox', { name: 'Unit of length' }));
  await user.click(await screen.findByRole('option', { name: 'Metres' }));
  expect(main.asked('settings.set')).toEqual([{ workspace: { measureUnits: { length: 'm', area: 'ha' } } }]);
});

it('copies what it says as a table', async () => {
  measureTriangle();
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Copy the measurement' }));
  expect((await navigator.clipboard.readText()).replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Total 221.89 km',
    'From\tTo\tLength\tAzimuth',
    '0.00000, 0.00000\t0.00000, 1.00000\t111.32 km\t90.0°',
    '0.00000, 1.00000\t1.00000, 1.00000\t110.57 km\t0.0°',
  ]);
});

it('removes the last vertex, begins again and closes', async () => {
  measureTriangle();
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Remove the last vertex' }));
  expect(measureStore.getState().measure?.vertices).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  expect(measureStore.getState().measure).toEqual({ kind: 'distance', vertices: [], isAdding: true });
  await user.click(screen.getByRole('button', { name: 'Close the measurement' }));
  expect(screen.queryByTestId('measure-panel')).toBeNull();
});

it('says that the area of an outline which crosses itself means nothing', async () => {
  beginMeasure('area');
  for (const vertex of [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
  ] as const)
    addVertex(vertex);
  await show();
  expect((await screen.findByTestId('measured')).textContent).toContain('The outline crosses itself');
});
