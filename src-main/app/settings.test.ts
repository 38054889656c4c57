import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDomainEvents } from '../core/domain-events.ts';
import { createSettingsModule } from './settings.ts';

let folder: string;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-settings-module-'));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function createRecorded() {
  const events = createDomainEvents({
    onError(_name, error) {
      throw error;
    },
  });
  events.on('settings.changed', () => told.push('settings'));
  events.on('library-folder.changed', (before) => told.push(`folder, before ${before}`));
  return createSettingsModule({
    folder,
    now: () => new Date(),
    publish: (topic) => told.push(`page: ${topic}`),
    events,
    quarantined: () => (path) => told.push(`kept aside: ${path}`),
  });
}

it('tells the page and the domains of each change, and of another library folder after that', async () => {
  const settings = createRecorded();
  await settings.set({ theme: 'dark' });
  expect(told.splice(0)).toEqual(['page: settings', 'settings']);
  const first = join(folder, 'first');
  await settings.set({ libraryFolder: first });
  expect(told.splice(0)).toEqual(['page: settings', 'settings', `folder, before ${join(folder, 'library')}`]);
  await settings.set({ libraryFolder: first, theme: 'light' });
  expect(told.splice(0)).toEqual(['page: settings', 'settings']);
  await settings.set({ libraryFolder: null });
  expect(told.splice(0)).toEqual(['page: settings', 'settings', `folder, before ${first}`]);
});
