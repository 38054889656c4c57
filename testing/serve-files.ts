import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { z } from 'zod';

/** Serves files by address, whole or in ranges, as both hosts do. */
export async function serveFiles(paths: ReadonlyMap<string, string>) {
  const server = createServer((request, response) => {
    const path = paths.get(request.url ?? '');
    if (path === undefined) return response.writeHead(404).end();
    const { size } = statSync(path);
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const [start, end] = range ? [Number(range[1]), Math.min(Number(range[2]), size - 1)] : [0, size - 1];
    if (start > end) return response.writeHead(range ? 416 : 200, { 'content-length': 0 }).end();
    const length = { 'content-length': end - start + 1 };
    if (range) response.writeHead(206, { ...length, 'content-range': `bytes ${start}-${end}/${size}` });
    else response.writeHead(200, length);
    // In pieces: a file of more than 2 GB does not fit into one buffer.
    createReadStream(path, { start, end })
      .on('error', () => response.destroy())
      .pipe(response);
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
