import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { AwayNote } from './away-mark.tsx';
import { SceneListRow } from './scene-list-row.tsx';

const rowOf = (scene: ReturnType<typeof sceneOf>) => (
  <SceneListRow row={scene} format="dd" flags={undefined} t={i18next.t} language="en" />
);

it('says in a row that the folder of its scene is away, which one, and what to do', async () => {
  const { redraw } = await showPage(rowOf(sceneOf({ awayFolder: { path: '/media/drive', state: 'away' } })));
  const mark = screen.getByRole('img', { name: 'Not connected' });
  expect(mark.title).toContain('/media/drive');
  expect(mark.title).toContain('Connect its drive');
  redraw(rowOf(sceneOf({ awayFolder: { path: '/media/drive', state: 'sleeping' } })));
  expect(screen.getByRole('img', { name: 'Not responding' }).title).toContain('does not answer');
  redraw(rowOf(sceneOf()));
  expect(screen.queryByTestId('away-mark')).toBeNull();
});

it('says the same in the details', async () => {
  await showPage(<AwayNote folder={{ path: '/media/drive', state: 'away' }} />);
  expect(screen.getByTestId('away-note').textContent).toMatch(/Not connected.*\/media\/drive.*Connect/);
});
