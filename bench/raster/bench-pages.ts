import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { z } from 'zod';
import { createFiles } from '../../src-main/host/files.ts';

const pages = ['nadir-page', 'stock-page', 'decode-page'] as const;
export type PageName = (typeof pages)[number];

const html = (name: string) =>
  `<!doctype html><meta charset="utf-8"><style>body{margin:0}#map{width:1280px;height:800px}</style><div id="map"></div><script type="module" src="./${name}.ts"></script>`;

/** Bundles the pages of the bench, as Nadir itself is bundled, into a folder. */
export async function buildBenchPages(folder: string): Promise<void> {
  const root = import.meta.dirname;
  const sources = pages.map((name) => join(root, `${name}.html`));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // The pages are made here, because a page of a bench is nothing but its script.
    plugins: [
      {
        name: 'bench-pages',
        resolveId: (id) => (sources.includes(id) ? id : null),
        load(id) {
          const at = sources.indexOf(id);
          const name = pages[at];
          return name === undefined ? null : html(name);
        },
      },
    ],
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: true,
      target: 'esnext',
      rollupOptions: { input: sources },
    },
  });
}

type Files = ReturnType<typeof createFiles>;
interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  method: string;
}

/** The types of streams of the browser, which the bench has too, are not those of Node: the route of the host is found by its place. */
const routeSchema = z.object({
  answerFile: z.custom<(files: Files, asked: Asked) => Promise<void>>((value) => typeof value === 'function'),
});

/** Serves the pages and the rasters with the code that serves them in Nadir's loopback host. */
export async function serveBench(folder: string, rasters: ReadonlyMap<string, string>) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), '');
  const files = createFiles({
    rendererFolder: folder,
    resolve(pathname) {
      const path = rasters.get(pathname);
      return path === undefined ? null : { path, contentType: 'image/tiff' };
    },
  });
  const place = new URL('../../src-main/loopback/file-route.ts', import.meta.url).href;
  const { answerFile } = routeSchema.parse(await import(place));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    void answerFile(files, { request, response, url, method: request.method ?? 'GET' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens one of the pages in a browser context of its own, so that nothing is cached. */
export async function openBenchPage(browser: Browser, origin: string, name: PageName) {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(name, error.message));
  await page.goto(`${origin}/${name}.html`);
  return { page, close: () => context.close() };
}
