// A page that unpacks a whole raster: with Nadir's block reader, and with geotiff.js and its own pool. Bundled by `bench-pages.ts`.
import { fromUrl, Pool } from 'geotiff';

/** The rows that geotiff.js reads at once, so that no more than these are in memory. */
const rowsAtOnce = 512;

function byNadir(url: string, workers: number): Promise<unknown> {
  const parts = Array.from({ length: workers }, (_, part) => {
    const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
    return new Promise((resolve, reject) => {
      worker.addEventListener('message', () => {
        worker.terminate();
        resolve(null);
      });
      worker.addEventListener('error', (event) => reject(new Error(event.message)));
      worker.postMessage({ url, part, parts: workers });
    });
  });
  return Promise.all(parts);
}

async function byLibrary(url: string, workers: number): Promise<void> {
  const pool = new Pool(workers);
  const tiff = await fromUrl(url);
  const image = await tiff.getImage(0);
  const [width, height] = [image.getWidth(), image.getHeight()];
  for (let top = 0; top < height; top += rowsAtOnce)
    await image.readRasters({
      pool,
      interleave: true,
      window: [0, top, width, Math.min(height, top + rowsAtOnce)],
    });
  pool.destroy();
}

window.decodeWhole = async (path, reader, workers) => {
  const url = new URL(path, location.href).href;
  const began = performance.now();
  if (reader === 'Nadir') await byNadir(url, workers);
  else await byLibrary(url, workers);
  return performance.now() - began;
};
