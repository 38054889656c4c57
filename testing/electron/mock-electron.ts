import { vi } from 'vitest';
import { createFakeElectron, type FakeElectron } from './fake-electron.ts';

/**
 * Makes a ready fake Electron what the next imports of a module of the host get, for a test of that module alone; its page is there
 * already.
 */
export function mockElectron(platform: NodeJS.Platform = 'linux'): FakeElectron {
  const fake = createFakeElectron(platform);
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  fake.app.becomeReady();
  fake.protocol.handle('nadir', () => new Response('<!doctype html>'));
  return fake;
}
