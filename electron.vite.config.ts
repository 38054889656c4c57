import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;

/** Worker threads are entries of their own: main keeps its folder structure so that `new URL('./x-worker…')` resolves both from source and from the build. */
function workersBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-worker.ts'))
    .map((name) => join(root, folder, name));
}

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      minify: false,
      rollupOptions: {
        input: [
          resolve(root, 'src-main/electron/main.ts'),
          resolve(root, 'src-main/loopback/main.ts'),
          resolve(root, 'src-main/practice/main.ts'),
          ...workersBelow('src-main'),
        ],
        output: {
          format: 'es',
          preserveModules: true,
          preserveModulesRoot: root,
          entryFileNames: '[name].js',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { preload: resolve(root, 'src-preload/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src-renderer'),
    plugins: [react()],
    build: {
      outDir: resolve(root, 'out/renderer'),
      minify: true,
      sourcemap: false,
      rollupOptions: { input: { index: resolve(root, 'src-renderer/index.html') } },
    },
    worker: { format: 'es' },
  },
});
