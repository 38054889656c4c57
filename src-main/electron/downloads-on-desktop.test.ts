import { expect, it, vi } from 'vitest';
import { startElectronHost } from '../../testing/electron/electron-host.ts';
import { clientOf, openPage } from '../../testing/electron/fake-page.ts';

vi.stubEnv('NADIR_PRACTICE', JSON.stringify({ speed: 86_400, sceneSizePx: 900 }));

it('shows downloads in the taskbar and tells the desktop when all are done, in the language of the settings', async () => {
  const host = await startElectronHost();
  try {
    const [window] = host.fake.windows;
    if (!window) throw new Error('no window was opened');
    const port = await (await openPage(host.fake, window)).askForPort();
    if (!port) throw new Error('no port came');
    const client = clientOf(port);
    await client.settings.set({ language: 'es' });
    // Whatever keeps the computer awake keeps Nadir from being updated too.
    let toldOfUpdates = 0;
    const following = new AbortController();
    const changes = await client.app.changes(undefined, { signal: following.signal });
    const followed = (async () => {
      for await (const { topic } of changes) if (topic === 'updates') toldOfUpdates += 1;
    })().catch(() => undefined);
    const [connection] = await client.connections.list();
    const connectionId = connection?.id ?? expect.fail('no practice workspace');
    const [contract] = await client.contracts.refresh({ connectionId });
    const contractId = contract?.contractId ?? expect.fail('no contract');
    const scope = { connectionId, contractId };
    await client.tasking.sync({ scope });
    const { rows } = await client.tasking.list({
      scope,
      filter: { statusKinds: ['completed'] },
      sort: 'created',
      descending: true,
      offset: 0,
      limit: 1,
    });
    const taskId = rows[0]?.taskId ?? expect.fail('no task is completed');
    await client.rules.add({
      name: 'Looks',
      enabled: true,
      scope,
      match: { taskId },
      kinds: ['raster:any'],
      unpack: false,
      folder: null,
      quotaBytes: null,
      includeEarlier: true,
    });
    await vi.waitFor(() => expect(host.fake.notices.shown).not.toEqual([]), {
      timeout: 20_000,
      interval: 20,
    });
    expect(host.fake.notices.shown[0]).toEqual({
      title: 'Descargas completadas',
      body: expect.stringMatching(/archivos?\.$/),
    });
    expect(window.progress.some((share) => share >= 0 && share <= 1)).toBe(true);
    expect(window.progress.at(-1)).toBe(-1);
    // The computer stays awake for a minute more, or until Nadir ends.
    expect(host.fake.wakesStarted()).toBe(1);
    await vi.waitFor(() => expect(toldOfUpdates).toBeGreaterThanOrEqual(2), {
      timeout: 20_000,
      interval: 10,
    });
    expect((await client.updates.status()).busyWith).toEqual([]);
    following.abort();
    await followed;
    expect([...host.fake.wakes.values()]).toEqual(['prevent-app-suspension']);
    window.minimize();
    host.fake.notices.click();
    expect(window.isMinimized()).toBe(false);
    port.close();
  } finally {
    await host.end();
  }
  expect(host.fake.wakes.size).toBe(0);
  // The progress bar was removed before the window was destroyed.
  expect(host.fake.errorBoxes).toEqual([]);
});
