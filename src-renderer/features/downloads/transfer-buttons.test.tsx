import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { type Transfer, transferStateSchema } from '../../../src-preload/contract/delivery.ts';
import { transferOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { TransferButtons } from './transfer-buttons.tsx';

const show = (state: Transfer['state'], fail = false) =>
  showPage(<TransferButtons transfer={transferOf({ state })} />, {
    answers: (os) => ({
      delivery: {
        pause: os.delivery.pause.handler(() => {
          if (fail) throw new AppError('NOT_FOUND', { what: 'transfer scene.tif' });
          return transferOf({ state: 'paused' });
        }),
        resume: os.delivery.resume.handler(() => transferOf()),
        remove: os.delivery.remove.handler(() => undefined),
      },
    }),
  });
const names = () => screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'));
const [pause, resume, remove] = ['Pause scene.tif', 'Resume scene.tif', 'Remove scene.tif'];

const offered: Record<Transfer['state'], string[]> = {
  queued: [pause, remove],
  running: [pause, remove],
  waiting: [pause, resume, remove],
  paused: [resume, remove],
  verifying: [remove],
  done: [remove],
  failed: [resume, remove],
};
it.each(transferStateSchema.options)('offers what the state %s allows', async (state) => {
  await show(state);
  expect(names()).toEqual(offered[state]);
});

it('asks main for each by its file', async () => {
  const { user, main } = await show('waiting');
  for (const name of [pause, resume, remove]) await user.click(screen.getByRole('button', { name }));
  const asked = ['delivery.pause', 'delivery.resume', 'delivery.remove'].map((path) => main.asked(path));
  expect(asked).toEqual(Array(3).fill([{ fileId: 1 }]));
});

it('says on hover that a paused one is resumed and a failed one tried again', async () => {
  const { user, unmount } = await show('paused');
  await user.hover(screen.getByRole('button', { name: resume }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Resume');
  unmount();
  const failed = await show('failed');
  await failed.user.hover(screen.getByRole('button', { name: resume }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Try again');
});

it('tells in the corner that it has gone in the meantime', async () => {
  const { user } = await show('running', true);
  await user.click(screen.getByRole('button', { name: pause }));
  expect((await screen.findByRole('alert')).textContent).toContain('The download scene.tif');
});
