import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;

/**
 * Worker threads are entries of their own, and so are the files that start them: each stays at its place in the folder
 * structure, so that `new URL('./x-worker…', import.meta.url)` resolves both from source and from the build.
 */
function threadEntries(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, folder, name))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => path.endsWith('-worker.ts') || readFileSync(path, 'utf8').includes('new Worker('));
}

/** Entry name `src-main/loopback/main` for the file of that path. */
function byPath(paths: string[]): Record<string, string> {
  return Object.fromEntries(
    paths.map((path) => [relative(root, path).replaceAll('\\', '/').replace(/\.ts$/, ''), path]),
  );
}

/** Its remark that a slow machine was slow tells nobody at the terminal anything. */
const checks = { bundlerTimings: false };

/** Of proj4's forty projections the one that scenes come in, besides degrees and Mercator that it always has: half its size. */
const utmOnly = {
  name: 'nadir:utm-only',
  load: (id: string) =>
    /[\\/]proj4[\\/]projs\.js$/.test(id)
      ? "import utm from './lib/projections/utm.js'; export default ({ Proj }) => Proj.projections.add(utm);"
      : null,
};

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      minify: false,
      // Libraries are built in: finding and reading their four hundred files was half of the start.
      externalizeDeps: false,
      rollupOptions: {
        checks,
        // Native, or tried by a library that does without them.
        external: ['keytar', 'bufferutil', 'utf-8-validate'],
        input: byPath([
          resolve(root, 'src-main/electron/main.ts'),
          resolve(root, 'src-main/loopback/main.ts'),
          resolve(root, 'src-main/practice/main.ts'),
          ...threadEntries('src-main'),
        ]),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        checks,
        input: { preload: resolve(root, 'src-preload/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src-renderer'),
    plugins: [react(), utmOnly],
    build: {
      outDir: resolve(root, 'out/renderer'),
      minify: true,
      sourcemap: false,
      chunkSizeWarningLimit: 1_100,
      rollupOptions: {
        checks,
        input: { index: resolve(root, 'src-renderer/index.html') },
        // What every start needs in one file, not in the thirty that sharing with later parts would make of it.
        output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
      },
    },
    worker: { format: 'es', plugins: () => [utmOnly] },
  },
});
