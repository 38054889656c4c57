import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { z } from 'zod';

/** Serves files by address, whole or in ranges, as both hosts do. */
export async function serveFiles(paths: ReadonlyMap<string, string>) {
  const server = createServer((request, response) => {
    const path = paths.get(request.url ?? '');
    if (path === undefined) return response.writeHead(404).end();
    const bytes = readFileSync(path);
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) return response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
    if (start > end) return response.writeHead(416).end();
    const headers = { 'content-range': `bytes ${start}-${end}/${bytes.length}` };
    return response.writeHead(206, headers).end(bytes.subarray(start, end + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
