import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Notice, noticeSchema } from '../../src-preload/contract/app.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { Notices } from './notices.tsx';

const notice = (kind: Notice['kind'], data: Notice['data']): Notice =>
  noticeSchema.parse({ id: kind, kind, data, at: '2026-03-01T10:00:00Z' });

it('shows each notice with its own values', async () => {
  await showPage(<Notices />, {
    answers: (os) => ({
      app: {
        notices: os.app.notices.handler(() => [
          notice('database-damaged', { path: '/data/nadir.db' }),
          notice('archive-not-unpacked', { fileName: 'harbour.zip' }),
        ]),
      },
    }),
  });
  const [damaged, archive] = await screen.findAllByRole('alert');
  expect(damaged?.textContent).toContain('/data/nadir.db');
  expect(archive?.textContent).toContain('the archive harbour.zip.');
});
