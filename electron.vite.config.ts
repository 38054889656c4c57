import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin, Rolldown } from 'vite';

const root = import.meta.dirname;

/** Worker threads are entries of their own: each is built to its place in the folder structure. */
function threadEntries(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, folder, name))
    .filter((path) => path.endsWith('-worker.ts'));
}

/** Entry name `src-main/loopback/main` for the file of that path. */
function byPath(paths: string[]): Record<string, string> {
  return Object.fromEntries(
    paths.map((path) => [relative(root, path).replaceAll('\\', '/').replace(/\.ts$/, ''), path]),
  );
}

/**
 * Source starts a thread by its place beside the starter: new URL(`./x-worker${extname(import.meta.url)}`, import.meta.url).
 * In the build the starter may be in any file, so the way to the thread is written from there.
 */
function waysToThreads(folder: string): Plugin {
  const built = new Map(
    Object.keys(byPath(threadEntries(folder))).map((name) => [posix.basename(name), name]),
  );
  return {
    name: 'nadir:ways-to-threads',
    renderChunk: (code, { fileName }) =>
      code.replaceAll(
        /`(?:\.{1,2}\/)+(?:[\w-]+\/)*([\w-]+-worker)(\$\{extname\(import\.meta\.url\)\}`)/g,
        (_all, name: string, rest: string) => {
          const entry = built.get(name);
          if (entry === undefined) throw new Error(`${fileName} starts ${name}, which is not built`);
          const way = posix.relative(posix.dirname(fileName), entry);
          return `\`${way.startsWith('.') ? way : `./${way}`}${rest}`;
        },
      ),
  };
}

/** Its remark that a slow machine was slow tells nobody at the terminal anything. */
const checks = { bundlerTimings: false };

/**
 * Of proj4's forty projections the one that scenes come in, besides degrees and Mercator that it always has: half its size.
 * The workers have all of them, because the files and rasters that they read come in any.
 */
function utmOnly(): Plugin {
  let hasAll = false;
  return {
    name: 'nadir:utm-only',
    buildStart({ input }) {
      hasAll = /-worker/.test(JSON.stringify(input));
    },
    load: (id) =>
      !hasAll && /[\\/]proj4[\\/]projs\.js$/.test(id)
        ? "import utm from './lib/projections/utm.js'; export default ({ Proj }) => Proj.projections.add(utm);"
        : null,
  };
}

/**
 * The page projects by the names of projections alone. Descriptions of projections (WKT) come in files only, which workers read.
 */
const withoutWkt: Plugin = {
  name: 'nadir:without-wkt',
  load: (id) =>
    /[\\/]wkt-parser[\\/]index\.js$/.test(id)
      ? "export default () => { throw new Error('WKT is not read in the page'); };"
      : null,
};

/** The reader of GeoPackages asks for files and random numbers of Node only where it runs there, and no worker does. */
const withoutNode: Plugin = {
  name: 'nadir:without-node',
  enforce: 'pre',
  resolveId: (id, importer) =>
    /^node:(?:fs|crypto)$/.test(id) && /[\\/]sql\.js[\\/]/.test(importer ?? '') ? '\0nadir:no-node' : null,
  load: (id) => (id === '\0nadir:no-node' ? 'export default {};' : null),
};

/** The outlines of countries are packed to a third; the worker that reads them unpacks them. */
const packedCountries: Plugin = {
  name: 'nadir:packed-countries',
  enforce: 'pre',
  load(id) {
    const [path = '', query] = id.split('?');
    if (query !== 'url' || !/[\\/]world-atlas[\\/]countries-10m\.json$/.test(path)) return null;
    const reference = this.emitFile({
      type: 'asset',
      name: 'countries-10m.gz',
      source: gzipSync(readFileSync(path), { level: 9 }),
    });
    return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
  },
};

/** The build has no packages beside it: the decoders are written into the file that reads them elsewhere. */
function codecsWithin(): Plugin {
  const codecs = {
    webpWasm: '@jsquash/webp/codec/dec/webp_dec.wasm',
    jpegWasm: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  };
  const text = ([name, path]: [string, string]) =>
    `export const ${name} = () => new Uint8Array(Buffer.from('${readFileSync(join(root, 'node_modules', path)).toString('base64')}', 'base64'));`;
  return {
    name: 'nadir:codecs-within',
    load: (id) =>
      id.endsWith('/src-main/raster/codec-wasm.ts') ? Object.entries(codecs).map(text).join('\n') : null,
  };
}

/** The index of a library of components names those of every screen; none of them is there for the map's sake. */
const isComponent = (id: string) => /[\\/](@mantine|@tabler)[\\/]/.test(id);

/** Returns a function that tells whether a module is imported, directly or not, by the static imports of one of these. */
function isLoadedWith(...entries: string[]) {
  let closure: Set<string> | null = null;
  return (id: string, context: Rolldown.ChunkingContext): boolean => {
    if (closure === null) {
      closure = new Set(entries);
      for (const each of closure)
        for (const imported of context.getModuleInfo(each)?.importedIds ?? [])
          if (!isComponent(imported)) closure.add(imported);
    }
    return closure.has(id);
  };
}
const isLoadedWithMap = isLoadedWith(resolve(root, 'src-renderer/app/map/map-pane.tsx'));
/** What every window loads when its first list is there. */
const isLoadedWithList = isLoadedWith(
  ...[
    'app/drops.tsx',
    'features/places/places-added-on-map.tsx',
    'kit/lists/selection-bar.tsx',
    'features/tasks/nominal-footprints.tsx',
    'kit/views/list-view-tools.tsx',
  ].map((path) => resolve(root, 'src-renderer', path)),
);

/** The messages of parts that are loaded when they are first opened. What the window shows at its start must not be among them. */
const laterSections = [
  'compare',
  'diskUse',
  'find',
  'handOn',
  'holdings',
  'import',
  'libraryFolders',
  'activity',
  'handover',
  'openedFiles',
  'prepared',
  'reviews',
  'rules',
  'sceneFacts',
  'sceneImport',
  'sharing',
  'spending',
  'takeaway',
  'templates',
  'updates',
];

/**
 * Keeps messages that no start shows out of the first script: they are a module of their own, which every module that names one of
 * their keys imports. So they are there before it is drawn, whoever loads it.
 */
function laterMessages(): Plugin {
  const catalogue = resolve(root, 'resources/messages/en.json');
  const module = resolve(root, 'src-renderer/kit/i18n/later-messages.ts');
  const named = new RegExp(`['"\`](?:${laterSections.join('|')})\\.`);
  return {
    name: 'nadir:later-messages',
    enforce: 'pre',
    load(id) {
      const [path = '', query] = id.split('?');
      if (path !== catalogue) return null;
      const isLater = ([section]: [string, unknown]) =>
        laterSections.includes(section) === (query === 'later');
      const messages = Object.entries(JSON.parse(readFileSync(catalogue, 'utf8'))).filter(isLater);
      return { code: JSON.stringify(Object.fromEntries(messages)), moduleType: 'json' };
    },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (
          part.type === 'chunk' &&
          part.name === 'start' &&
          part.moduleIds.some((id) => id.endsWith('en.json?later'))
        )
          throw new Error('The start names a message of a later section, so that it would have all of them.');
    },
    transform: (code, id) =>
      /[\\/]src-renderer[\\/].*\.tsx?$/.test(id) && named.test(code)
        ? `import ${JSON.stringify(module)};\n${code}`
        : null,
  };
}

export default defineConfig({
  main: {
    plugins: [waysToThreads('src-main'), codecsWithin()],
    // Its build for Node declares a `require` of its own, which the one that electron-vite adds collides with. pmtiles uses it.
    resolve: { alias: { fflate: 'fflate/browser' } },
    build: {
      outDir: 'out/main',
      minify: false,
      // Libraries are built in: finding and reading their four hundred files was half of the start.
      externalizeDeps: false,
      rollupOptions: {
        checks,
        // Native, or tried by a library that does without them; `trash` finds a part of itself at run time, and only the loopback host
        // uses it, which runs beside its packages.
        external: ['keytar', 'bufferutil', 'utf-8-validate', 'trash'],
        input: byPath([
          resolve(root, 'src-main/electron/main.ts'),
          resolve(root, 'src-main/loopback/main.ts'),
          resolve(root, 'src-main/practice/main.ts'),
          ...threadEntries('src-main'),
        ]),
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'shared/[name]-[hash].js',
          // They were a tenth of the files. Licences stay.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
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
    plugins: [packedCountries, laterMessages(), react(), utmOnly(), withoutWkt],
    build: {
      outDir: resolve(root, 'out/renderer'),
      minify: true,
      sourcemap: false,
      chunkSizeWarningLimit: 1_400,
      rollupOptions: {
        checks,
        input: { index: resolve(root, 'src-renderer/index.html') },
        // What every start needs in three files, not in the fifty that sharing with later parts would make of it.
        output: {
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], priority: 2 },
              { name: (id, context) => (isLoadedWithMap(id, context) ? 'map' : null), priority: 1 },
              { name: (id, context) => (isLoadedWithList(id, context) ? 'list' : null), priority: 0 },
            ],
          },
        },
      },
    },
    worker: { format: 'es', plugins: () => [utmOnly(), withoutNode], rollupOptions: { checks } },
  },
});
