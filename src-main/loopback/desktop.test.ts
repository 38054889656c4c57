import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { desktopPrograms } from './desktop.ts';

function recorded(platform: NodeJS.Platform, failing: readonly string[] = []) {
  const calls: string[][] = [];
  const run = async (program: string, words: readonly string[]) => {
    calls.push([program, ...words]);
    if (failing.includes(program)) throw new Error('none');
  };
  return { calls, ...desktopPrograms({ environment: { DISPLAY: ':0' }, platform, run }) };
}

it('a machine without a display offers neither', () => {
  expect(desktopPrograms({ environment: {}, platform: 'linux' })).toEqual({});
});

it('each system has its own programs', async () => {
  const mac = recorded('darwin');
  await mac.openFile?.('/a b.tif');
  await mac.revealInFolder?.('/a b.tif');
  expect(mac.calls).toEqual([
    ['open', '/a b.tif'],
    ['open', '-R', '/a b.tif'],
  ]);
  const windows = recorded('win32', ['explorer.exe']);
  await windows.revealInFolder?.('C:\\a.tif');
  expect(windows.calls).toEqual([['explorer.exe', '/select,C:\\a.tif']]);
});

it('a file manager is asked by its object and its method to mark a file', async () => {
  const linux = recorded('linux');
  await linux.revealInFolder?.('/data/a.tif');
  expect(linux.calls).toEqual([
    [
      'dbus-send',
      '--session',
      '--dest=org.freedesktop.FileManager1',
      '--type=method_call',
      '--print-reply',
      '/org/freedesktop/FileManager1',
      'org.freedesktop.FileManager1.ShowItems',
      'array:string:file:///data/a.tif',
      'string:',
    ],
  ]);
});

it('a file manager that cannot mark a file opens its folder', async () => {
  const linux = recorded('linux', ['dbus-send']);
  await linux.revealInFolder?.('/data/a, b.tif');
  expect(linux.calls[0]).toContain('array:string:file:///data/a%2C%20b.tif');
  expect(linux.calls[1]).toEqual(['xdg-open', '/data']);
});

it('a program is started with the path as one word, and its failure is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-desktop-'));
  const before = process.env.PATH;
  try {
    const program = join(folder, 'xdg-open');
    writeFileSync(program, `#!/bin/sh\nprintf '%s' "$1" > '${folder}/seen'\ntest "$1" != '/missing'\n`);
    chmodSync(program, 0o755);
    process.env.PATH = `${folder}:${before}`;
    const { openFile } = desktopPrograms({ environment: { DISPLAY: ':0' }, platform: 'linux' });
    await openFile?.('/a $(b) c.tif');
    expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe('/a $(b) c.tif');
    await expect(openFile?.('/missing')).rejects.toThrow('xdg-open ended with 1');
  } finally {
    process.env.PATH = before;
    rmSync(folder, { recursive: true, force: true });
  }
});
