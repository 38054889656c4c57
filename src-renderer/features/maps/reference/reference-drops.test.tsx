import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { referenceStore } from '../../../kit/state/own-maps-store.ts';
import { useFileDrop } from '../../../kit/ui/file-drop.ts';
import { FileDrops } from '../../../kit/ui/file-drops.ts';
import { ReferenceDrops } from './reference-drops.tsx';
import { batchesOfReference, referenceFeatureOf } from './reference-features.ts';

vi.mock('./add-reference.tsx', () => ({
  AddReference: ({ dropped }: { dropped: readonly File[] }) => (
    <p>{`layer of ${dropped.map(({ name }) => name).join(', ')}`}</p>
  ),
}));

beforeEach(() => referenceStore.setState({ isOpen: false }));

const drop = (...files: File[]) =>
  fireEvent(window, createEvent.drop(window, { dataTransfer: { types: ['Files'], files } }));
const geojson = new File(['{}'], 'survey.geojson');
const table = new File(['a,b'], 'survey.csv');

function Importer({ take, isWaiting = false }: { take: () => void; isWaiting?: boolean }) {
  useFileDrop(take, null, isWaiting);
  return null;
}

it('asks what a file is for that could be places or a layer, and does what was chosen', async () => {
  const take = vi.fn();
  const { user } = await showPage([
    <FileDrops key="drops" />,
    <ReferenceDrops key="reference" />,
    <Importer key="importer" take={take} />,
  ]);
  drop(geojson);
  await user.click(await screen.findByRole('button', { name: 'Import its features' }));
  expect(take).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  drop(geojson);
  await user.click(await screen.findByRole('button', { name: 'Show it as a reference layer' }));
  expect(await screen.findByText('layer of survey.geojson')).toBeDefined();
  expect([referenceStore.getState().isOpen, take.mock.calls.length]).toEqual([true, 1]);
});

it('asks nothing about a table, nor while the dialog of an import waits for files', async () => {
  const take = vi.fn();
  const { redraw } = await showPage([
    <FileDrops key="drops" />,
    <ReferenceDrops key="reference" />,
    <Importer key="importer" take={take} />,
  ]);
  drop(table);
  expect(take).toHaveBeenCalledTimes(1);
  redraw([
    <FileDrops key="drops" />,
    <ReferenceDrops key="reference" />,
    <Importer key="importer" take={take} isWaiting />,
  ]);
  drop(geojson);
  expect(take).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('is a layer at once where no screen imports places', async () => {
  await showPage([<FileDrops key="drops" />, <ReferenceDrops key="reference" />]);
  drop(geojson);
  expect(await screen.findByText('layer of survey.geojson')).toBeDefined();
});

const where = { layer: 'Folder', number: 1, line: null };
const featureWith = (geometry: Parameters<typeof referenceFeatureOf>[0]['geometry'], name = 'A') =>
  referenceFeatureOf({
    name,
    notes: null,
    tags: ['x', 'y'],
    attributes: { a: 1 },
    where,
    geometry,
    fileName: 'f',
  });

it('packs features for main: their positions as numbers, their rings by length', () => {
  const packed = featureWith({
    kind: 'area',
    rings: [
      [
        [0, 1],
        [2, 3],
        [4, 5],
      ],
      [
        [6, 7],
        [8, 9],
        [10, 11],
      ],
    ],
  });
  expect(packed).toMatchObject({
    kind: 'area',
    lengths: [3, 3],
    text: { name: 'A', layer: 'Folder', attributes: { a: 1, tags: 'x, y' } },
  });
  const bytes = Uint8Array.from(atob(packed.positions), (letter) => letter.charCodeAt(0));
  expect([...new Float64Array(bytes.buffer)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(
    featureWith({ kind: 'point', longitude: 1, latitude: 2, altitudeMetres: null }, '').text.name,
  ).toBeNull();
});

it('splits features into what one call may have', () => {
  const line = featureWith({
    kind: 'line',
    line: Array.from({ length: 9_000 }, (_, i) => [i / 100, 0] as const),
  });
  expect(batchesOfReference([line, line, line, line]).map(({ length }) => length)).toEqual([2, 2]);
  const point = featureWith({ kind: 'point', longitude: 1, latitude: 2, altitudeMetres: null });
  expect(batchesOfReference(Array.from({ length: 1_200 }, () => point)).map(({ length }) => length)).toEqual([
    500, 500, 200,
  ]);
});
