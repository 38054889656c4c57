import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { defaultDataFolder, FlagError, readHostFlags } from './host-flags.ts';

const environment = { HOME: '/home/ana' };

it('has values for everything', () => {
  const flags = readHostFlags([], environment);
  expect(flags).toMatchObject({ port: 0, open: true, selfTest: false });
  expect(flags.dataFolder).toBe(resolve(defaultDataFolder(environment)));
});

it('in Electron, reads its flags in any order and passes over those of Electron', () => {
  const args = ['/app', '--inspect', '--no-open', '--data-dir', 'here', '--enable-x=1', '--port', '65535'];
  expect(readHostFlags(args, environment, { allowsOthers: true })).toEqual({
    port: 65_535,
    open: false,
    selfTest: false,
    dataFolder: resolve('here'),
    files: ['/app'],
  });
});

it('reads values after an equals sign too', () => {
  expect(readHostFlags(['--data-dir=/a=b', '--port=80'], environment)).toMatchObject({
    port: 80,
    dataFolder: resolve('/a=b'),
  });
});

it.each([
  [['--port', '65536'], 'from 0 to 65535'],
  [['--port', '-1'], 'from 0 to 65535'],
  [['--port', '80.5'], 'not "80.5"'],
  [['--port', '8o'], 'not "8o"'],
  [['--port', '1e3'], 'not "1e3"'],
  [['--port', ''], '--port needs a value'],
  [['--port='], '--port needs a value'],
  [['--port'], '--port needs a value'],
  [['--port', '--no-open'], '--port needs a value'],
  [['--data-dir'], '--data-dir needs a value'],
  [['--data-dir', '--no-open'], '--data-dir needs a value'],
  [['--datadir', '/d'], 'no flag --datadir'],
  [['--datadir=/d'], 'no flag --datadir'],
  [['--prot', '1'], 'no flag --prot'],
  [['--selftest'], 'no flag --selftest'],
  [['--self-test=yes'], '--self-test takes no value'],
  [['--inspect'], 'no flag --inspect'],
  [['-p', '1'], 'no flag -p'],
  [['/d'], '"/d" is neither a flag nor a file'],
  [['--', '--port', '1'], '"--port" is neither a flag nor a file'],
  [['--no-open=false'], '--no-open takes no value'],
  [['--data-dir', '/a', '--data-dir', '/b'], 'twice'],
])('refuses %j', (args, text) => {
  expect(() => readHostFlags(args, environment)).toThrow(FlagError);
  expect(() => readHostFlags(args, environment)).toThrow(text);
});

it('takes what is no flag for files, and leaves addresses as they are', () => {
  const args = [import.meta.filename, '--data-dir', '/d', 'x.kml', 'file:///a%20b', 'https://maps.test/'];
  const { files, dataFolder } = readHostFlags(args, environment, { allowsOthers: true });
  expect(files).toEqual([import.meta.filename, resolve('x.kml'), 'file:///a%20b', 'https://maps.test/']);
  expect(dataFolder).toBe(resolve('/d'));
  expect(readHostFlags([import.meta.filename], environment).files).toEqual([import.meta.filename]);
});

it.each([
  ['linux', { HOME: '/home/ana' }, '/home/ana/.local/share/nadir'],
  ['linux', { HOME: '/home/ana', XDG_DATA_HOME: '/data' }, '/data/nadir'],
  ['darwin', { HOME: '/Users/ana' }, '/Users/ana/Library/Application Support/Nadir'],
  ['win32', { HOME: '/u', APPDATA: '/u/AppData/Roaming' }, '/u/AppData/Roaming/Nadir'],
  ['linux', {}, join(homedir(), '.local/share/nadir')],
] as const)('keeps data on %s with %j in %s', (platform, variables, folder) => {
  expect(defaultDataFolder(variables, platform)).toBe(folder);
});

it.each(['--datadir', '--Data-Dir', '--data_dir', '--data-dri', '--prot', '--noopen'])(
  'in Electron, takes %s for a mistyped flag and not for one of Electron',
  (flag) => {
    expect(() => readHostFlags(['/app', flag], environment, { allowsOthers: true })).toThrow(
      `no flag ${flag}`,
    );
  },
);

it.each([
  [{ HOME: '/home/ana', XDG_DATA_HOME: '/data' }, '/data/nadir'],
  [{ HOME: '/home/ana', XDG_DATA_HOME: '' }, '/home/ana/.local/share/nadir'],
  [{ HOME: '/home/ana', XDG_DATA_HOME: 'here' }, '/home/ana/.local/share/nadir'],
  [{ HOME: '' }, `${homedir()}/.local/share/nadir`],
  [{ HOME: 'here' }, `${homedir()}/.local/share/nadir`],
  [{}, `${homedir()}/.local/share/nadir`],
])('keeps the data in an absolute folder, whatever the environment names: %j', (named, folder) => {
  expect(defaultDataFolder(named, 'linux')).toBe(folder);
});

it('names a long argument by its beginning', () => {
  expect(() => readHostFlags([`${'a'.repeat(4_000)}.tif`], environment)).toThrow(/^"a{200}…" is neither/);
});
