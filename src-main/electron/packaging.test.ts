import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageEnding } from '../../src-preload/contract/handover.ts';

const root = join(import.meta.dirname, '../..');
const configuration = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8');
const metadata = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

it('packs into an archive', () => {
  expect(configuration).toMatch(/^asar: true$/m);
});

it('has the notices of the libraries beside the program, which the script before it makes', () => {
  expect(configuration).toMatch(/^extraFiles:\n {2}- from: out\/THIRD-PARTY-NOTICES\.txt$/m);
  expect(metadata.scripts.package).toBe(
    'electron-vite build && node scripts/third-party-notices.mjs && electron-builder',
  );
});

it('has what a deb asks for: a homepage, and whom to write to', () => {
  expect(metadata).toMatchObject({
    homepage: expect.stringMatching(/^https:/),
    author: { name: expect.stringMatching(/./), email: expect.stringMatching(/.@./) },
  });
});

it('makes AppImages that need no FUSE 2, and whose entry does not switch the sandbox off', () => {
  const { toolsets, appImage, linux } = parse(configuration);
  expect(toolsets.appimage).toBe('1.0.3');
  expect([appImage.executableArgs, linux.executableArgs ?? []]).toEqual([[], []]);
  expect(configuration).not.toContain('--no-sandbox');
});

it('has one name for the window and its entry in the menu of Linux', () => {
  expect(metadata.desktopName).toBe('nadir.desktop');
  expect(parse(configuration).linux.syncDesktopName).toBe(true);
});

it('has an icon for every system that the builder takes as it is, and one in the archive for windows', () => {
  const { linux, mac, win, files } = parse(configuration);
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512];
  for (const size of sizes) {
    const { width, height } = PNG.sync.read(readFileSync(join(root, linux.icon, `${size}x${size}.png`)));
    expect([width, height]).toEqual([size, size]);
  }
  const [ico, icns] = [readFileSync(join(root, win.icon)), readFileSync(join(root, mac.icon))];
  // A size of 256 is written as 0; smaller ones alone are refused.
  const widths = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico[6 + 16 * index]);
  expect(widths).toContain(0);
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  expect(files).toContain('resources/icon/linux/256x256.png');
});

it('is made for both processors of every system', () => {
  const { linux, mac, win } = parse(configuration);
  const both = ['x64', 'arm64'];
  expect(linux.target).toEqual([
    { target: 'deb', arch: both },
    { target: 'AppImage', arch: both },
  ]);
  // The zip is what an update of a Mac is made of.
  expect(mac.target).toEqual([
    { target: 'dmg', arch: both },
    { target: 'zip', arch: both },
  ]);
  expect(win.target).toEqual([{ target: 'nsis', arch: both }]);
  for (const system of ['linux', 'darwin', 'win32'])
    for (const processor of both)
      expect(existsSync(join(root, `node_modules/keytar/prebuilds/${system}-${processor}/keytar.node`))).toBe(
        true,
      );
});

it('tells macOS why Nadir reaches servers of the local network', () => {
  expect(parse(configuration).mac.extendInfo.NSLocalNetworkUsageDescription).toMatch(/your network/);
});

it('writes a feed of updates whose own address leads nowhere, and asks nobody to publish', () => {
  // The name `.invalid` is never resolved (RFC 2606): without an address in the settings nobody is asked.
  expect(parse(configuration).publish).toEqual({ provider: 'generic', url: 'https://updates.invalid' });
  expect(metadata.scripts.package).not.toContain('--publish');
});

/** What other programs open as well. */
const sharedEndings = ['tif', 'tiff', 'geojson', 'kml', 'kmz', 'gpx', 'gpkg', 'zip'];

it('opens its packages, and takes no ending away from the programs that have it', () => {
  const { fileAssociations, linux, mac, win, nsis } = parse(configuration);
  expect(fileAssociations).toEqual([
    expect.objectContaining({ ext: packageEnding, mimeType: 'application/vnd.nadir.package', rank: 'Owner' }),
  ]);
  expect(mac.fileAssociations.flatMap(({ ext }: { ext: string[] }) => ext)).toEqual(sharedEndings);
  expect(new Set(mac.fileAssociations.map(({ rank }: { rank: string }) => rank))).toEqual(
    new Set(['Alternate']),
  );
  expect(linux.mimeTypes).toEqual(
    expect.arrayContaining(['image/tiff', 'application/gpx+xml', 'application/zip']),
  );
  // Here a program that is named would open every folder of the desktop.
  expect(linux.mimeTypes).not.toContain('inode/directory');
  // On Windows an association is the default of the ending.
  expect(win.fileAssociations).toBeUndefined();
  const script = readFileSync(join(root, nsis.include), 'utf8');
  const endingsIn = (command: string) =>
    [
      ...script.matchAll(
        new RegExp(`${command} SHELL_CONTEXT "Software\\\\Classes\\\\\\.(\\w+)\\\\OpenWithProgids"`, 'g'),
      ),
    ].map(([, ending]) => ending);
  expect(endingsIn('WriteRegStr')).toEqual(sharedEndings);
  expect(endingsIn('DeleteRegValue')).toEqual(sharedEndings);
});
