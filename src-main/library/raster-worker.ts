import { parentPort } from 'node:worker_threads';
import { describeRaster, UndrawableError } from './describe-raster.ts';
import { rasterJobSchema } from './raster-record.ts';

parentPort?.on('message', (raw) => {
  const { id, path, displayPath, bands } = rasterJobSchema.parse(raw);
  describeRaster(path, displayPath, bands).then(
    (record) => parentPort?.postMessage({ id, record, failure: null }),
    (error: unknown) => {
      const failure = error instanceof UndrawableError ? error.reason : `not-readable: ${String(error)}`;
      parentPort?.postMessage({ id, record: null, failure });
    },
  );
});
