import { fileAddress } from '../../kit/client/launch-page.ts';
import type { DrawnRaster } from './raster-messages.ts';

/** Returns the raster with the addresses of its files for a worker, which has no access to the keys of the page. */
export function withAddresses(info: DrawnRaster): DrawnRaster {
  const { path, overviewsPath } = info;
  return {
    ...info,
    path: fileAddress(path),
    ...(overviewsPath === undefined ? {} : { overviewsPath: fileAddress(overviewsPath) }),
  };
}
