import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  type ImportRow,
  importRowSchema,
  type SceneImport,
  sceneImportSchema,
} from '../../../src-preload/contract/scene-imports.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { importScenes } from '../../kit/state/scene-import-store.ts';
import { ImportScenes } from './import-scenes.tsx';

const importOf = (importId: number, source: string, state: SceneImport['state']): SceneImport =>
  sceneImportSchema.parse({
    importId,
    source,
    state,
    trouble: null,
    error: null,
    startedAt: '2026-03-02T10:30:00Z',
    entries: 1,
    counts: { new: 1, adds: 0, there: 0, problem: 0, imported: state === 'done' ? 1 : 0, failed: 0, left: 0 },
    totalBytes: 10,
    doneBytes: 10,
    hosts: [],
  });

/** Shows the open dialog over these imports, the newest one first; a drop becomes an import of its name. */
async function show(imports: SceneImport[], rows: ImportRow[] = []) {
  importScenes();
  let name = '';
  const page = await showPage(<ImportScenes />, {
    answers: (os) => ({
      sceneImports: {
        list: os.sceneImports.list.handler(() => imports),
        rows: os.sceneImports.rows.handler(() => ({ total: rows.length, rows })),
        want: os.sceneImports.want.handler(() => undefined),
        plannedSeqs: os.sceneImports.plannedSeqs.handler(() => rows.map(({ seq }) => seq)),
        files: os.sceneImports.files.handler(({ input }) => ({
          files: input.seqs.map((seq) => ({
            seq,
            scene: `r${seq}`,
            place: `r${seq}.tif`,
            kind: 'raster' as const,
            sizeBytes: 10,
            bands: [],
            bandCount: seq === 3 ? 1 : 2,
          })),
          name: 'r',
          isNameFixed: false,
        })),
        join: os.sceneImports.join.handler(() => ({ seqs: [9], problem: null, detail: '' })),
        split: os.sceneImports.split.handler(() => ({ seqs: [], problem: 'nothing-to-split', detail: '' })),
        enterFacts: os.sceneImports.enterFacts.handler(({ input }) => ({
          isTimeRead: input.acquired !== 'noon',
          changed: input.seqs.length,
          ofService: 0,
        })),
        enterBands: os.sceneImports.enterBands.handler(({ input }) => input.rasters.length),
        undoEdit: os.sceneImports.undoEdit.handler(() => undefined),
        undoFacts: os.sceneImports.undoFacts.handler(() => ({
          files: 3,
          missing: { files: 2, bytes: 2_000_000 },
          unknown: { files: 1, bytes: 1_000 },
          reviewedScenes: 2,
        })),
        undo: os.sceneImports.undo.handler(() => undefined),
        readAgain: os.sceneImports.readAgain.handler(() => ({ importId: 2 })),
        beginCopy: os.sceneImports.beginCopy.handler(({ input }) => {
          name = input.name;
          return { copyId: '00000000000a' };
        }),
        addCopy: os.sceneImports.addCopy.handler(() => undefined),
        readCopies: os.sceneImports.readCopies.handler(() => {
          const importId = imports.length + 1;
          imports.unshift(importOf(importId, name, 'ready'));
          return { importId };
        }),
      },
    }),
  });
  return {
    ...page,
    change: (state: SceneImport['state']) => {
      const [newest] = imports;
      if (newest) imports[0] = importOf(newest.importId, newest.source, state);
      act(() => page.main.change('scene-imports'));
    },
  };
}
const drop = (name: string) => act(() => importScenes([new File(['II*'], name)]));

it('a drop onto the result of an earlier import is read, and that result is not shown as its own', async () => {
  const { main, change } = await show([importOf(1, 'first.tif', 'ready')]);
  await screen.findByText('first.tif');
  change('done');
  await waitFor(() => expect(screen.getByTestId('scene-import').dataset.state).toBe('done'));
  drop('second.tif');
  await waitFor(() => expect(main.asked('sceneImports.readCopies')).toHaveLength(1));
  act(() => main.change('scene-imports'));
  await waitFor(() => expect(screen.getByTestId('scene-import').textContent).toContain('second.tif'));
});

it('drops during an import wait, all of them, and the dialog says so', async () => {
  const { user, main, change } = await show([importOf(1, 'first.tif', 'ready')]);
  await screen.findByText('first.tif');
  drop('second.tif');
  drop('third.tif');
  await screen.findByText(/^2 dropped files wait/);
  change('done');
  await waitFor(() => expect(screen.getByTestId('scene-import').dataset.state).toBe('done'));
  expect(main.asked('sceneImports.beginCopy')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Import others' }));
  await waitFor(() =>
    expect(main.asked('sceneImports.beginCopy')).toMatchObject([
      { name: 'second.tif' },
      { name: 'third.tif' },
    ]),
  );
});

it.each([
  ['outside', 'a file in it would be written outside the target folder'],
  ['zip', 'not a complete zip archive'],
])('a refused archive beside other files says why: %s', async (detail, reason) => {
  await show(
    [importOf(1, 'a.zip (+1)', 'ready')],
    [
      importRowSchema.parse({
        seq: 1,
        label: 'a.zip',
        outcome: 'problem',
        problem: 'archive',
        detail,
        files: 0,
        bytes: 0,
        librarySceneId: null,
        duplicateOf: null,
        isWanted: false,
      }),
    ],
  );
  await screen.findByText(new RegExp(`The archive is refused: ${reason}\\.`));
});

it.each([
  ['no-files', 'S2A_1', 'None of the files of S2A_1 can be imported. The other rows say why.'],
  ['changed', 'disk/B04.tif', 'disk/B04.tif changed after it was found. Import it again.'],
  // An import that an older Nadir has stored.
  ['no-files', '', 'None of its files can be imported.'],
])('a problem of a file or scene names it: %s of “%s”', async (problem, detail, text) => {
  const row = { seq: 1, label: 'x', outcome: 'problem', problem, detail, duplicateOf: null, isWanted: false };
  await show(
    [importOf(1, 'folder', 'ready')],
    [importRowSchema.parse({ ...row, files: 0, bytes: 0, librarySceneId: null })],
  );
  await screen.findByText(text);
});

it.each([
  ['answer', '', 'The host did not send it. Try again later.'],
  ['answer', 'UNREACHABLE', 'The host did not send it: The service does not respond. Try again later.'],
  ['answer', 'SERVICE_FAILED a b.tif', 'The host did not send a b.tif: The service failed. Try again later.'],
  ['further-pages', '', /has more scenes, on pages/],
])('an answer that did not come says why: %s of “%s”', async (problem, detail, text) => {
  const row = { seq: 1, label: 'x', outcome: 'problem', problem, detail, duplicateOf: null, isWanted: false };
  await show(
    [importOf(1, 'a.json', 'ready')],
    [importRowSchema.parse({ ...row, files: 0, bytes: 0, librarySceneId: null })],
  );
  await screen.findByText(text);
});

it.each([
  [0, 0, 'Import 2 scenes (0 B)'],
  [2, 0, 'Import 2 scenes (size not stated)'],
  [1, 7_000_000, 'Import 2 scenes (7 MB or more)'],
])(
  'the size of scenes is told as far as it is known: %i of unstated size',
  async (unsized, totalBytes, text) => {
    const each = importOf(1, 'a.json', 'ready');
    await show([{ ...each, totalBytes, counts: { ...each.counts, new: 2, unsized } }], []);
    await screen.findByRole('button', { name: text });
  },
);

it('a file without a stated size and without room says how large it is at least', async () => {
  const row = {
    seq: 1,
    label: 'a',
    outcome: 'problem',
    problem: 'no-room',
    detail: '7000000',
    duplicateOf: null,
    isWanted: false,
  };
  await show(
    [importOf(1, 'a.json', 'ready')],
    [importRowSchema.parse({ ...row, files: 0, bytes: 0, librarySceneId: null })],
  );
  await screen.findByText(/it has 7 MB or more/);
});

it('each scene and all of them can be left out, and one that was found twice says of what', async () => {
  const plain = {
    outcome: 'new',
    problem: null,
    detail: '',
    files: 1,
    bytes: 10,
    librarySceneId: null,
    duplicateOf: null,
    isWanted: true,
  };
  const { user, main } = await show(
    [importOf(1, 'folder', 'ready')],
    [
      importRowSchema.parse({ ...plain, seq: 1, label: 'a' }),
      importRowSchema.parse({
        ...plain,
        seq: 2,
        label: 'b',
        detail: 'a',
        duplicateOf: 'import',
        isWanted: false,
      }),
    ],
  );
  await screen.findByText(/^Left out .* a has the same content and was found earlier in this import$/);
  await user.click(screen.getByRole('checkbox', { name: 'Import a' }));
  await user.click(screen.getByRole('checkbox', { name: 'Import b' }));
  await user.click(screen.getByRole('checkbox', { name: 'Import all of them' }));
  await waitFor(() => expect(main.asked('sceneImports.want')).toHaveLength(3));
  expect(main.asked('sceneImports.want')).toEqual([
    { importId: 1, seqs: [1], isWanted: false },
    { importId: 1, seqs: [2], isWanted: true },
    { importId: 1, seqs: null, isWanted: false },
  ]);
});

const found = (seq: number): ImportRow =>
  importRowSchema.parse({
    seq,
    label: `r${seq}`,
    outcome: 'new',
    problem: null,
    detail: '',
    files: 1,
    bytes: 10,
    librarySceneId: null,
    duplicateOf: null,
    isWanted: true,
  });
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name} ?New scene`) });

it('rows are selected by keyboard and joined to one scene, which is then selected', async () => {
  const rows = [1, 2, 3].map(found);
  const { user, main } = await show([importOf(1, 'folder', 'ready')], rows);
  (await row('r1')).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await screen.findByText('2 rows selected');
  await user.click(screen.getByRole('button', { name: 'Join 2 scenes…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Join 2 rows to one scene' });
  const name = await within(dialog).findByRole('textbox', { name: 'Name' });
  expect(dialog.textContent).toContain('r2.tif');
  await user.clear(name);
  await user.type(name, 'field{Enter}');
  await waitFor(() =>
    expect(main.asked('sceneImports.join')).toEqual([{ importId: 1, seqs: [1, 2], name: 'field' }]),
  );
  await screen.findByText('1 row selected');
});

it('the keys select all rows, and a scene that cannot be split says why', async () => {
  const { user, main } = await show([importOf(1, 'folder', 'ready')], [1, 2, 3].map(found));
  (await row('r1')).focus();
  await user.keyboard('{Control>}a{/Control}');
  await screen.findByText('3 rows selected');
  await user.click(screen.getByRole('button', { name: 'Split 3 scenes' }));
  await screen.findByText(/^Only imported scenes with several rasters can be split/);
  expect(main.asked('sceneImports.split')).toEqual([{ importId: 1, seqs: [1, 2, 3] }]);
});

it('time, satellite and bands are entered for the selected rows, and rows say what they have', async () => {
  const dated = { ...found(1), timestamp: '2026-03-05T10:30:00.000Z', satelliteName: 'SN9' };
  const { user, main } = await show([importOf(1, 'folder', 'ready')], [dated, found(2), found(3)]);
  await screen.findByText(/^New scene .* Mar 5, 2026, 10:30 UTC · SN9$/);
  await user.click(await row('r2'));
  await user.keyboard('{Control>}');
  await user.click(await row('r3'));
  await user.keyboard('{/Control}');
  await user.click(screen.getByRole('button', { name: 'Time and satellite of 2 scenes…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Acquisition time' }), 'noon{Enter}');
  await screen.findByText(/^This is no time or day that exists/);
  await user.clear(screen.getByRole('textbox', { name: 'Acquisition time' }));
  await user.type(screen.getByRole('textbox', { name: 'Acquisition time' }), '2026-03');
  await user.click(screen.getByRole('button', { name: 'Enter for 2 scenes' }));
  await waitFor(() =>
    expect(main.asked('sceneImports.enterFacts').at(-1)).toEqual({
      importId: 1,
      seqs: [2, 3],
      acquired: '2026-03',
    }),
  );
  // A click selects one scene only, so that those out of sight are left alone.
  await user.click(await row('r1'));
  await user.keyboard('{Shift>}');
  await user.click(await row('r2'));
  await user.keyboard('{/Shift}');
  await user.click(await screen.findByRole('button', { name: 'Name the bands of 2 scenes…' }));
  // Rasters with the same number of bands are named together.
  await user.type(await screen.findByRole('combobox', { name: 'Band 1' }), 'nir');
  await user.type(screen.getByRole('combobox', { name: 'Band 2' }), 'red');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(main.asked('sceneImports.enterBands')).toEqual([
      {
        importId: 1,
        rasters: [
          { seq: 1, place: 'r1.tif' },
          { seq: 2, place: 'r2.tif' },
        ],
        bands: ['nir', 'red'],
      },
    ]),
  );
});

it('a click selects one row, Ctrl or Space one more, and Escape clears the selection before it closes the dialog', async () => {
  const { user } = await show([importOf(1, 'folder', 'ready')], [1, 2, 3, 4].map(found));
  const pressed = async () =>
    (await Promise.all([1, 2, 3, 4].map((n) => row(`r${n}`))))
      .filter((button) => button.getAttribute('aria-pressed') === 'true')
      .map((button) => button.dataset.selectRow);
  await user.click(await row('r1'));
  await user.click(await row('r3'));
  expect(await pressed()).toEqual(['3']);
  await user.keyboard('{ArrowDown}');
  expect(await pressed()).toEqual(['3']);
  await user.keyboard(' ');
  expect(await pressed()).toEqual(['3', '4']);
  await user.keyboard('{Control>}');
  await user.click(await row('r1'));
  await user.click(await row('r3'));
  await user.keyboard('{/Control}');
  expect(await pressed()).toEqual(['1', '4']);
  (await row('r2')).focus();
  await user.keyboard('{Enter}');
  expect(await pressed()).toEqual(['2']);
  await user.keyboard('{Escape}');
  expect(await pressed()).toEqual([]);
  expect(screen.getByRole('dialog', { name: 'Import scenes' })).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('after a join the next click selects its row only', async () => {
  const { user, main } = await show([importOf(1, 'folder', 'ready')], [1, 2, 3].map(found));
  await user.click(await row('r1'));
  await user.keyboard('{Control>}');
  await user.click(await row('r2'));
  await user.keyboard('{/Control}');
  await user.click(screen.getByRole('button', { name: 'Join 2 scenes…' }));
  await user.click(await screen.findByRole('button', { name: 'Join' }));
  await screen.findByText('1 row selected');
  await user.click(await row('r3'));
  await user.click(screen.getByRole('button', { name: 'Split 1 scene' }));
  await waitFor(() => expect(main.asked('sceneImports.split')).toEqual([{ importId: 1, seqs: [3] }]));
});

it.each([
  ['Join 2 scenes…', 'Join 2 rows to one scene'],
  ['Time and satellite of 2 scenes…', 'When and by what it was acquired'],
  ['Name the bands of 2 scenes…', 'Bands of 2 selected scenes'],
])('Escape closes the dialog of “%s” and leaves the preview and its selection', async (button, title) => {
  const { user } = await show([importOf(1, 'folder', 'ready')], [1, 2].map(found));
  (await row('r1')).focus();
  await user.keyboard('{Control>}a{/Control}');
  await user.click(await screen.findByRole('button', { name: button }));
  await screen.findByRole('dialog', { name: title });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Import scenes' })).toBeDefined();
  await screen.findByText('2 rows selected');
});

it('a row says first what does not fit together about its place, and the sum counts what was found twice as such', async () => {
  const far = importRowSchema.parse({
    ...found(1),
    placeRemarks: [
      { kind: 'outline', km: 7785, isSwapped: false, file: 'b.tif' },
      { kind: 'unplaced', reason: 'unknown-projection', detail: 'ESRI:102001', file: 'c.tif' },
    ],
  });
  const twice = { ...found(2), outcome: 'there' as const, detail: 'r2', duplicateOf: 'import' as const };
  const ready = importOf(1, 'folder', 'ready');
  await show([{ ...ready, counts: { ...ready.counts, twice: 1, remarked: 1 } }], [far, twice]);
  await screen.findByText('1 new scene · 1 with a remark on its place · 1 found twice');
  await screen.findByText(
    /^Outline 7,785 km from its raster · No place: unknown coordinate system ESRI:102001 · New scene/,
  );
  await screen.findByText(/^Found twice in this import · 1 file/);
  expect(screen.queryByText(/already/i)).toBeNull();
});

it('a paused import says what is left, not what was planned', async () => {
  const paused = importOf(1, 'folder', 'paused');
  const counts = { ...paused.counts, new: 4, imported: 1 };
  await show([{ ...paused, trouble: 'interrupted', counts, waiting: 3 }], [found(1)]);
  await screen.findByText('1 scene imported · 3 scenes still to import');
});

it('the latest change can be taken back while the import is ready', async () => {
  const { user, main } = await show(
    [{ ...importOf(1, 'folder', 'ready'), lastEdit: 'join' }],
    [1, 2].map(found),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo joining' }));
  await waitFor(() => expect(main.asked('sceneImports.undoEdit')).toEqual([{ importId: 1 }]));
});

it('the question before an undo says which files are the only copies, and how many scenes have reviews', async () => {
  const { user, main } = await show([importOf(1, 'first.tif', 'done')]);
  await user.click(await screen.findByRole('button', { name: 'Undo this import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo the import?' });
  await within(dialog).findByText(/^The originals of 2 files \(2 MB\) are not where they were copied from/);
  within(dialog).getByText(/^Nadir does not know whether 1 file \(1 kB\) is anywhere else/);
  within(dialog).getByText(/^2 of its scenes have reviews\./);
  await user.click(within(dialog).getByRole('button', { name: 'Undo this import' }));
  await waitFor(() => expect(main.asked('sceneImports.undo')).toHaveLength(1));
});

it('an earlier import that was undone names the files that stayed', async () => {
  const undone = importOf(1, 'first.tif', 'undone');
  const kept: ImportRow = importRowSchema.parse({
    seq: 1,
    label: 'a',
    outcome: 'undone',
    problem: 'kept-changed',
    detail: 'a.tfw',
    duplicateOf: null,
    isWanted: true,
    files: 2,
    bytes: 10,
    librarySceneId: null,
  });
  const { user } = await show(
    [importOf(2, 'second.tif', 'done'), { ...undone, counts: { ...undone.counts, left: 1 } }],
    [kept],
  );
  await user.click(await screen.findByRole('button', { name: 'Show which files stayed' }));
  await screen.findByText('Stays on the disk, because it was changed since the import: a.tfw');
});

it('the reviews beside the scenes are told before the import, and what became of them after it', async () => {
  const before = importOf(1, 'shared', 'ready');
  before.counts = { ...before.counts, reviews: 9 };
  const imports = [before];
  const { main } = await show(imports, [
    importRowSchema.parse({
      seq: 1,
      label: 'shared/stac-review.odd.json',
      outcome: 'problem',
      problem: 'review',
      reviewProblem: 'not-review',
      detail: 'not-review',
      files: 0,
      bytes: 0,
      librarySceneId: null,
      duplicateOf: null,
      isWanted: false,
    }),
  ]);
  await screen.findByText(/^9 reviews of these scenes lie beside them\./);
  await screen.findByText('About this review: not a Nadir review; the file is unchanged.');
  const after = importOf(1, 'shared', 'done');
  after.counts = { ...after.counts, reviews: 9, reviewsRead: 8, reviewsNew: 7, reviewsLeft: 1 };
  imports[0] = after;
  act(() => main.change('scene-imports'));
  await waitFor(() =>
    expect(screen.getByTestId('import-reviews').textContent).toBe(
      '8 reviews beside the scenes were read, 7 with something new. 1 review was not read and stays where it is. If the list gives no reason, the import ended before: “Read reviews of others…” reads it.',
    ),
  );
});

it('reviews beside scenes that are all in the library can be read', async () => {
  const each = importOf(1, 'shared', 'ready');
  each.counts = { ...each.counts, new: 0, there: 9, reviews: 9 };
  await show([each]);
  expect((await screen.findByRole('button', { name: 'Read 9 reviews' })).hasAttribute('disabled')).toBe(
    false,
  );
});

it('a preview that the library has outrun is not shown, and can be read again', async () => {
  const each: SceneImport = { ...importOf(1, 'shared', 'ready'), isOutdated: true, canReadAgain: true };
  const { user, main } = await show([each], []);
  await screen.findByText(/^Files have left the library since this was read/);
  expect(screen.queryByText(/already in the library/)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Import 1 scene/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Read again' }));
  await waitFor(() => expect(main.asked('sceneImports.readAgain')).toEqual([{ importId: 1 }]));
});

it('an undo says before and after it what becomes of reviews, also that of an earlier import', async () => {
  const earlier = importOf(1, 'first.tif', 'done');
  const imports = [importOf(2, 'second.tif', 'done'), earlier];
  const { user, main } = await show(imports);
  const [, second] = await screen.findAllByRole('button', { name: 'Undo this import' });
  if (second === undefined) throw new Error('the earlier import cannot be undone');
  await user.click(second);
  const dialog = await screen.findByRole('dialog', { name: 'Undo the import?' });
  await within(dialog).findByText(
    '2 of its scenes have reviews. They stay, in Nadir and as files in the library folder, and are shown again once the scenes are imported again.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Undo this import' }));
  await waitFor(() => expect(main.asked('sceneImports.undo')).toHaveLength(1));
  imports[1] = { ...earlier, state: 'undoing' };
  act(() => main.change('scene-imports'));
  await screen.findByText(/^Undoing the import/);
  imports[1] = {
    ...earlier,
    state: 'undone',
    counts: { ...earlier.counts, imported: 0, undone: 3, undoneReviewed: 2 },
  };
  act(() => main.change('scene-imports'));
  await screen.findByText(
    'The files of 3 scenes have left the library. The reviews of 2 scenes stay, in Nadir and as files in the library folder, and are shown again once these are imported again.',
  );
});

it('an earlier import whose undo was stopped by trouble says which', async () => {
  const earlier: SceneImport = { ...importOf(1, 'first.tif', 'done'), trouble: 'library-missing' };
  await show([importOf(2, 'second.tif', 'done'), earlier]);
  await screen.findByText('The library folder is not there. Connect its drive, then continue.');
});
