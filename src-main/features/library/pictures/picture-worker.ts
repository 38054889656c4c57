// Paints small pictures of rasters, one after another.
import { parentPort } from 'node:worker_threads';
import type { PaintAnswer } from '../../../raster/paint-thread.ts';
import { paintPicture } from './paint-picture.ts';
import { pictureQuestionSchema } from './picture-job.ts';

let previous: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: unknown) => {
  const { id, job } = pictureQuestionSchema.parse(message);
  previous = previous.then(async () => {
    // A raster that cannot be read has no picture; the reason is shown when it is opened.
    const png = await paintPicture(job).catch(() => null);
    const answer: PaintAnswer = { id, png: png && new Uint8Array(png) };
    parentPort?.postMessage(answer);
  });
});
