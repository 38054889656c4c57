import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the packages in the script of a worker, as Vite bundles it. */
async function packagesOf(entry: string): Promise<Set<string>> {
  const packages = new Set<string>();
  const note: Plugin = {
    name: 'note-packages',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        for (const module of file.type === 'chunk' ? Object.keys(file.modules) : []) {
          const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
          if (name !== undefined) packages.add(name);
        }
    },
  };
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [note],
    build: { write: false, lib: { entry: `${root}${entry}`, formats: ['es'] } },
  });
  return packages;
}

// Its code is a third of a megabyte, and each raster that is shown starts a worker for each core.
it.each([
  ['src-renderer/viewer/raster/raster-worker.ts', 'proj4'],
  ['src-renderer/viewer/raster/series-worker.ts', 'proj4'],
  ['src-renderer/map/packed-marks-worker.ts', null],
])('loads no schemas into %s', async (entry, needed) => {
  const packages = await packagesOf(entry);
  expect([...packages].filter((name) => name === 'zod' || name.startsWith('@orpc/'))).toEqual([]);
  // Else nothing would have been read.
  if (needed !== null) expect(packages).toContain(needed);
});
