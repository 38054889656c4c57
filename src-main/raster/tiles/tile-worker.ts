// Paints tiles of rasters for other programs, one after another.
import { parentPort } from 'node:worker_threads';
import { paintTile } from './paint-tile.ts';
import { tileQuestionSchema } from './tile-job.ts';

let previous: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: unknown) => {
  const { id, job } = tileQuestionSchema.parse(message);
  previous = previous.then(async () => {
    parentPort?.postMessage({ id, png: new Uint8Array(await paintTile(job.tile, job.sources)) });
  });
});
