import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { startHere } from '../../../../testing/page/import-harness.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import type { ImportedFeature } from '../../../formats/imported.ts';
import { importEndings } from '../../../formats/sniff.ts';
import { mapStore } from '../../../kit/state/map-store.ts';
import { FileDrops } from '../../../kit/ui/file-drops.ts';
import { ImportDialog } from './import-dialog.tsx';
import { createImportStore } from './import-store.ts';
import type { ImportLimits } from './import-target.ts';

const points: ImportLimits = {
  accepts: 'point',
  maxFeatures: 500,
  selectsEach: false,
  keepsAttributes: false,
};

async function showDialog(limits = points) {
  const state = createImportStore(startHere, limits);
  const onImport = vi.fn(async (_: readonly ImportedFeature[]) => undefined);
  const onDone = vi.fn();
  const onOpen = vi.fn();
  const page = await showPage(
    <>
      <FileDrops />
      <ImportDialog
        state={state}
        target={{
          limits,
          title: 'Import points',
          numbered: (position) => `Plot ${position}`,
          addLabel: (count) => `Add ${count}`,
          blocked: null,
          begin: async () => ({ add: onImport, finish: async () => undefined, cancel: null }),
          onDone,
        }}
        opened
        onOpen={onOpen}
        onClose={() => undefined}
      />
    </>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Import points' }));
  const imported = () =>
    onImport.mock.calls.flatMap(([features]) =>
      features.map(({ name, geometry }) => [name, geometry.kind === 'point' && geometry.latitude]),
    );
  return { ...page, state, dialog, onDone, onOpen, imported };
}

const csv = (text: string, name = 'places.csv') => new File([text], name);

it('offers files of every format, whatever else it recognises by their content', async () => {
  await showDialog();
  const offered = document.querySelector('input[type="file"]')?.getAttribute('accept')?.split(',') ?? [];
  expect(offered).toEqual([...new Set(offered)]);
  for (const [format, endings] of Object.entries(importEndings))
    for (const ending of endings) expect(offered, format).toContain(`.${ending}`);
});

it('says what can be added and what needs attention, and adds what was corrected too', async () => {
  const { state, dialog, user, onDone, imported } = await showDialog();
  state.addFiles([csv('id,name,lat,lon,alt\n1,Harbour,48.2,16.37,520\n2,Farm,95,10,\n3,,47.5,15.25,')]);
  expect((await dialog.findByTestId('import-counts')).textContent).toBe(
    '2 of 3 can be added · 1 needs attention',
  );
  const preview = within(dialog.getByTestId('points-preview'));
  expect(preview.getByRole('row', { name: /Harbour .*48\.2.*altitude 520 m/ })).toBeDefined();
  expect(preview.getByRole('row', { name: /Plot 2/ })).toBeDefined();
  expect(dialog.getByText('Not used: id')).toBeDefined();
  expect(mapStore.getState().preview?.map(({ x }) => x.length)).toEqual([2]);
  const bad = within(dialog.getByTestId('rejected'));
  expect(bad.getByText('Latitude must be from −90 to 90.')).toBeDefined();
  const place = bad.getByRole('textbox', { name: 'Correct the place of Farm' });
  await user.clear(place);
  await user.type(place, '45, 10');
  expect(bad.getByText('Corrected')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Add 3' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(3, { isAll: true, isShown: true }));
  expect(imported()).toEqual([
    ['Farm', 45],
    ['Harbour', 48.2],
    ['Plot 2', 47.5],
  ]);
});

it('asks once for a file, and adds nothing before the answer', async () => {
  const { dialog, user, imported } = await showDialog();
  await user.click(dialog.getByRole('textbox', { name: 'Text' }));
  await user.paste('Munich, 48.1, 11.6');
  const questions = within(await dialog.findByTestId('file-questions'));
  expect(questions.getByText('Which of the two numbers is the latitude?')).toBeDefined();
  expect(questions.getByText(/48\.1, 11\.6 is 48°06′00\.0″N 011°36′00\.0″E/)).toBeDefined();
  const add = dialog.getByRole('button', { name: 'Add 1' });
  expect(add).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('button', { name: 'Answer the questions first.' }));
  expect(questions.getByRole('radio', { name: /Latitude first/ })).toBe(document.activeElement);
  await user.click(questions.getByRole('radio', { name: /Longitude first/ }));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Add 1' })).toHaveProperty('disabled', false),
  );
  await user.click(dialog.getByRole('button', { name: 'Add 1' }));
  await waitFor(() => expect(imported()).toEqual([['Munich', 11.6]]));
});

it('lets the columns be changed, with the preview', async () => {
  const { state, dialog, user } = await showDialog();
  state.addFiles([csv('name,town,lat,lon\nA1,Ostend,51.2,2.9')]);
  const rows = within(await dialog.findByTestId('points-preview'));
  expect(rows.getByRole('row', { name: /A1/ })).toBeDefined();
  await user.click(dialog.getByRole('combobox', { name: 'Name' }));
  await user.click(await screen.findByRole('option', { name: 'town' }));
  await waitFor(() =>
    expect(within(dialog.getByTestId('points-preview')).getByRole('row', { name: /Ostend/ })).toBeDefined(),
  );
});

it('takes files that are dropped on the window, and says of one that is none what it is', async () => {
  const { dialog, onOpen } = await showDialog();
  const { fireEvent, createEvent } = await import('@testing-library/react');
  const dataTransfer = { types: ['Files'], files: [csv('%PDF-1.7', 'list.pdf')] };
  fireEvent(window, createEvent.drop(window, { dataTransfer }));
  expect(onOpen).toHaveBeenCalled();
  expect((await dialog.findByTestId('import-problem')).textContent).toContain('This is a PDF document');
});

it('takes the places off the map again when it goes', async () => {
  const { state, dialog, user } = await showDialog();
  state.addFiles([csv('name,lat,lon\nA,1,2')]);
  await dialog.findByTestId('import-counts');
  await user.click(dialog.getByRole('button', { name: 'Remove places.csv' }));
  await waitFor(() => expect(mapStore.getState().preview).toBeNull());
});

it('asks which place short Plus Codes are near, and adds none before it is answered', async () => {
  const { state, dialog, user, imported } = await showDialog();
  state.addFiles([csv('Sede,6R8C+X5 Santa Cruz\nPozo,6R9C+22 Santa Cruz', 'codes.txt')]);
  const field = await dialog.findByRole('textbox', { name: 'Near this place' });
  expect(field).toHaveProperty('value', 'SANTA CRUZ');
  expect(dialog.getByRole('button', { name: 'Add 0' })).toHaveProperty('disabled', true);
  await user.clear(field);
  await user.type(field, '17.78 S, 63.18 W{Enter}');
  expect(await dialog.findByText(/^6R8C\+X5 Santa Cruz is 17°46′57/)).toBeDefined();
  await user.click(await dialog.findByRole('button', { name: 'Add 2' }));
  await waitFor(() =>
    expect(imported()).toEqual([
      ['Sede', expect.closeTo(-17.7826, 3)],
      ['Pozo', expect.closeTo(-17.7824, 3)],
    ]),
  );
});

it('says that WGS 84 is assumed for a table, and reads it on the datum that is selected', async () => {
  const { state, dialog, user } = await showDialog();
  state.addFiles([csv('nombre;este;norte;zona\nA;440123;7474123;19S\nB;440123;7474123;19S')]);
  const datum = await dialog.findByRole('combobox', { name: 'Datum' });
  expect(datum).toHaveProperty('value', 'WGS 84');
  expect(dialog.getByText(/so WGS 84 is assumed/)).toBeDefined();
  await user.click(datum);
  await user.click(await screen.findByRole('option', { name: 'PSAD56' }));
  expect(await dialog.findByText(/^Degrees, UTM, MGRS and WKT are read on this datum/)).toBeDefined();
  expect(state.store.getState().files[0]?.outcome?.table?.datum).toBe(4248);
});

it('reads a corrected place by the answer to the question of its file', async () => {
  const { user, state, dialog, imported } = await showDialog();
  state.addFiles([csv(`Plaza: 33°26'14.5"S 70°39'01"O\nLaguna: somewhere, 12\n`, 'chat.txt')]);
  const questions = within(await dialog.findByTestId('file-questions'));
  await user.click(questions.getByRole('radio', { name: /O is the west/ }));
  const place = await dialog.findByRole('textbox', { name: /^Correct the place of Laguna/ });
  await user.clear(place);
  await user.type(place, `33°30'00.0"S 70°39'01"O`);
  await waitFor(() => expect(dialog.getByText('Corrected')).toBeDefined());
  await user.click(dialog.getByRole('button', { name: 'Add 2' }));
  await waitFor(() => expect(imported()).toHaveLength(2));
});
