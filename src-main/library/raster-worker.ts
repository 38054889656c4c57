import { parentPort } from 'node:worker_threads';
import { describeRaster, UndrawableError } from './describe-raster.ts';
import { rasterJobSchema } from './raster-record.ts';

// One at a time: the overviews of a large raster are some 170 MB in the making, and a scene's files arrive together.
let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (raw) => {
  const { id, path, displayPath, bands } = rasterJobSchema.parse(raw);
  const described = last.then(() => describeRaster(path, displayPath, bands));
  last = described.then(
    (record) => parentPort?.postMessage({ id, record, failure: null }),
    (error: unknown) => {
      const failure = error instanceof UndrawableError ? error.reason : `not-readable: ${String(error)}`;
      parentPort?.postMessage({ id, record: null, failure });
    },
  );
});
