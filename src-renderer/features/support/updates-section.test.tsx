import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { UpdateStatus } from '../../../src-preload/contract/updates.ts';
import { infoOf, settingsOf, updateStatusOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { UpdateNotice } from '../../app/update-notice.tsx';
import { UpdatesSection } from './updates-section.tsx';

const found = { mode: 'on', version: '0.2.0', sizeBytes: 120_000_000 } as const;

async function show(part: 'section' | 'notice', status: UpdateStatus, updateAddress: string | null = null) {
  return showPage(part === 'section' ? <UpdatesSection /> : <UpdateNotice />, {
    settings: settingsOf({ updateAddress }),
    answers: (os) => ({
      app: { info: os.app.info.handler(() => infoOf({ updates: true })) },
      updates: {
        status: os.updates.status.handler(() => status),
        check: os.updates.check.handler(() => status),
        download: os.updates.download.handler(() => status),
        cancel: os.updates.cancel.handler(() => status),
        putOff: os.updates.putOff.handler(() => status),
        restart: os.updates.restart.handler(() => status),
      },
    }),
  });
}

it('takes an address of https, and says what is wrong with another one', async () => {
  const { user, main } = await show('section', updateStatusOf({ mode: 'off' }));
  expect(await screen.findByText('Updates are off, because no address is set.')).toBeTruthy();
  const field = screen.getByLabelText('Address of the update feed');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save the address' });
  await user.type(field, 'http://feed.test');
  expect(await screen.findByText(/Enter an https address/)).toBeTruthy();
  expect(save.disabled).toBe(true);
  await user.clear(field);
  await user.type(field, 'https://feed.test/nadir');
  await user.click(save);
  await waitFor(() =>
    expect(main.asked('settings.set')).toEqual([{ updateAddress: 'https://feed.test/nadir' }]),
  );
});

it('says that an administrator has switched updates off, and by which file', async () => {
  const managedBy = '/etc/nadir/nadir-managed.json';
  await show('section', updateStatusOf({ mode: 'managed', managedBy }));
  expect(await screen.findByText(`An administrator has switched updates off: ${managedBy}`)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('checks when it is told to, and says why a feed was refused', async () => {
  const error = { code: 'UPDATE_REFUSED', data: { reason: 'older', detail: '0.0.9' } };
  const status = updateStatusOf({ mode: 'on', phase: 'failed', error });
  const { user, main } = await show('section', status, 'https://feed.test');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('its version 0.0.9 is older than this one');
  await user.click(screen.getByRole('button', { name: 'Check for updates' }));
  await waitFor(() => expect(main.asked('updates.check')).toHaveLength(1));
});

it('asks before it downloads', async () => {
  const { user, main } = await show('notice', updateStatusOf({ ...found, phase: 'available' }));
  expect(await screen.findByText(/^Nadir 0\.2\.0 is available \(120/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(main.asked('updates.putOff')).toHaveLength(1));
  expect(main.asked('updates.download')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(main.asked('updates.download')).toHaveLength(1));
});

it('shows the progress of the download, which can be cancelled', async () => {
  const status = updateStatusOf({ ...found, phase: 'downloading', receivedBytes: 30_000_000 });
  const { user, main } = await show('notice', status);
  const bar = await screen.findByRole('progressbar', { name: 'Download of Nadir 0.2.0' });
  expect(bar.getAttribute('aria-valuenow')).toBe('25');
  // The second click of a double click on Download, in whose place this button is.
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }), { detail: 2 });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(main.asked('updates.cancel')).toHaveLength(1));
});

it('asks before it restarts', async () => {
  const { user, main } = await show('notice', updateStatusOf({ ...found, phase: 'staged' }));
  await user.click(await screen.findByRole('button', { name: 'Restart to update' }));
  await waitFor(() => expect(main.asked('updates.restart')).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Later' })).toBeTruthy();
});

it('does not restart while files arrive or commands are sent, and says so', async () => {
  await show('notice', updateStatusOf({ ...found, phase: 'staged', busyWith: ['downloads', 'commands'] }));
  expect(
    await screen.findByText('Nadir does not restart now: Files arrive. Commands are sent.'),
  ).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Restart to update' }).disabled).toBe(true);
});

it('asks no more after it was put off', async () => {
  const { container } = await show(
    'notice',
    updateStatusOf({ ...found, phase: 'available', isPutOff: true }),
  );
  expect(container.querySelector('[role="alert"]')).toBeNull();
});
