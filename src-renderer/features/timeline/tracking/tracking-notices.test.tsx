import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type TrackingNotice, trackingNoticeSchema } from '../../../../src-preload/contract/tracking.ts';
import { infoOf, pageScope } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { selectedOf } from '../../../kit/state/selection.ts';
import { TrackingNotices } from './tracking-notices.tsx';

const notice = (id: number): TrackingNotice =>
  trackingNoticeSchema.parse({
    id,
    at: '2026-03-02T10:30:00Z',
    scope: pageScope,
    title: `Published ${id}`,
    body: `harbour ${id}`,
    subject: { kind: 'task', taskId: id },
  });

async function show(notify: boolean) {
  const world = { notices: [notice(1)] };
  const page = await showPage(<TrackingNotices />, {
    answers: (os) => ({
      app: { info: os.app.info.handler(() => infoOf({ notify })) },
      tracking: { notices: os.tracking.notices.handler(() => world.notices) },
    }),
  });
  const { main } = page;
  const read = () => main.asked('tracking.notices').length;
  await waitFor(() => expect([read(), main.asked('app.info').length]).toEqual([1, 1]));
  return {
    ...page,
    async add(id: number) {
      const before = read();
      world.notices = [...world.notices, notice(id)];
      main.change('tracking-notices');
      await waitFor(() => expect(read()).toBe(before + 1));
    },
  };
}

it('tells what is new in the corner, each once, and leads to it', async () => {
  const { user, add } = await show(false);
  await add(2);
  expect((await screen.findByRole('alert')).textContent).toContain('Published 2');
  await add(3);
  await screen.findByText('Published 3');
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  // The notice is older than the page: it is in the panel of changes.
  expect(screen.queryByText('Published 1')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'harbour 2' }));
  expect(selectedOf('task')).toBe(2);
});

it('leaves it to the desktop where the host can tell that', async () => {
  const { add } = await show(true);
  await add(2);
  await add(3);
  expect(screen.queryByRole('alert')).toBeNull();
});
