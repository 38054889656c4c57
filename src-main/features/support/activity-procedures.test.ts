import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeLogEntry } from '../../../testing/log-entry.ts';
import { allMigrations } from '../../app/all-migrations.ts';
import { createImplementer } from '../../core/implementer.ts';
import { createRedactor } from '../../service/redaction/redact.ts';
import { openStore } from '../../store/open-store.ts';
import { createSettings } from '../settings/settings.ts';
import { activityProcedures } from './activity.ts';
import { createNotices } from './notices.ts';
import { createRequestLog } from './request-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-activity-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the page gets the list, one request, its command, and the bundle; all without secrets', async () => {
  const now = () => new Date('2026-01-02T03:04:05Z');
  openStore({ folder, migrations: allMigrations, now, onQuarantined: () => undefined }).close();
  const redactor = createRedactor();
  redactor.remember('CANARY-of-the-test');
  const requests = createRequestLog({ changed: () => undefined, thorough: redactor.thorough });
  requests.add(
    makeLogEntry({ status: 500, receivedBody: 'you sent CANARY-of-the-test', method: 'PATCH' }),
    'outbox',
  );
  const os = createImplementer({ onDefect: ({ error }) => Promise.reject(error), makeReference: () => 'R' });
  const client = createRouterClient(
    activityProcedures(os, {
      folder,
      version: '1',
      host: 'test',
      libraryFolder: () => folder,
      languages: () => [],
      redactor,
      now,
      settings: createSettings({ folder, now, onChange: () => undefined, onQuarantined: () => undefined }),
      session: { list: async () => [] },
      notices: createNotices({ now, changed: () => undefined }),
      requests,
      selfTest: async () => null,
      syncs: () => ({ said: 'CANARY-of-the-test' }),
    }),
  );
  const filter = { text: '', failedOnly: true, origin: null, upTo: null };
  const { rows } = await client.requests({ filter, offset: 0, limit: 10 });
  expect(rows).toMatchObject([{ id: 1, requestOrigin: 'outbox' }]);
  expect((await client.request({ id: 1 })).receivedBody).toBe('you sent ***');
  expect(await client.command({ id: 1, shell: 'posix' })).toContain('--request PATCH');
  const { bundleId, files } = await client.makeBundle();
  expect(files).toHaveLength(10);
  for (const { name, text } of files) expect(text, name).not.toMatch(/could not be read|CANARY/);
  const packed = await client.packBundle({ bundleId, without: [], note: '' });
  expect(packed.fileName).toMatch(/^nadir-support-.*\.zip$/);
  await client.clearRequests();
  expect((await client.requests({ filter, offset: 0, limit: 10 })).total).toBe(0);
});
