import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DiskUse, Freeing } from '../../../../src-preload/contract/disk-use.ts';
import { infoOf } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { DiskUsePart } from './disk-use-part.tsx';

const use: DiskUse = {
  total: { scenes: 3, files: 5, bytes: 8_000_000, thumbnailOnly: 2 },
  projects: [
    { project: 'Coast', scenes: 2, files: 3, bytes: 7_000_000 },
    { project: null, scenes: 1, files: 2, bytes: 1_000_000 },
  ],
  otherProjects: null,
  months: [{ month: '2026-03', scenes: 3, files: 5, bytes: 8_000_000 }],
  otherMonths: null,
  freeable: [
    { kind: 'display', files: 2, bytes: 5_000_000 },
    { kind: 'older', files: 0, bytes: 0 },
  ],
  freeBytes: 9_000_000_000,
};

async function show() {
  const world: { freeing: Freeing | null } = { freeing: null };
  const page = await showPage(<DiskUsePart />, {
    answers: (os) => ({
      app: { info: os.app.info.handler(() => infoOf()) },
      diskUse: {
        report: os.diskUse.report.handler(() => use),
        freeing: os.diskUse.freeing.handler(() => world.freeing),
        free: os.diskUse.free.handler(() => undefined),
        cancelFreeing: os.diskUse.cancelFreeing.handler(() => undefined),
      },
    }),
  });
  await screen.findByTestId('disk-use');
  return { ...page, world };
}

it('says what is used, by project and by month', async () => {
  const { user } = await show();
  expect(screen.getByTestId('disk-total').textContent).toBe(
    '3 scenes on disk, 8 MB · 2 other scenes with only their thumbnails · 9 GB free on the disk',
  );
  const table = screen.getByTestId('disk-use');
  expect(table.textContent).toContain('Coast237 MB');
  expect(table.textContent).toContain('Without a project121 MB');
  await user.click(screen.getByRole('radio', { name: 'Month acquired' }));
  expect(table.textContent).toContain('2026-03358 MB');
});

it('asks before it frees and says how much; nothing to free cannot be freed', async () => {
  const { user, main, world } = await show();
  const free = (kind: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Free: ${kind}` });
  expect(free('All files of scenes of that age').disabled).toBe(true);
  await user.click(free('Display copies'));
  const dialog = await screen.findByRole('dialog', { name: 'Free 5 MB?' });
  expect(dialog.textContent).toContain('Display copies: 2 files, 5 MB. They are deleted at once.');
  expect(main.asked('diskUse.free')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Free 5 MB' }));
  expect(main.asked('diskUse.free')).toEqual([{ kind: 'display', months: 12, files: 2 }]);

  const common = { kind: 'display' as const, files: 1, total: 2, bytes: 2_500_000, left: 0, error: null };
  world.freeing = { ...common, state: 'running' };
  main.change('disk-use');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(main.asked('diskUse.cancelFreeing')).toHaveLength(1);
  world.freeing = { ...common, state: 'done', files: 1, left: 1 };
  main.change('disk-use');
  await waitFor(() =>
    expect(screen.getByTestId('freeing').textContent).toBe('Done. 1 file, 2.5 MB · 1 kept'),
  );
});
