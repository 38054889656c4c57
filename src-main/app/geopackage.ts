import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { geopackageIdSchema } from '../../src-preload/contract/geopackage.ts';
import type { Implementer } from '../core/implementer.ts';
import { createGeopackageExports } from '../features/places/geopackage/geopackage-exports.ts';
import { geopackageProcedures } from '../features/places/geopackage/geopackage-procedures.ts';
import { startGeopackageThread } from '../features/places/geopackage/geopackage-thread.ts';
import type { AppContext } from './app-context.ts';

/** The page writes without a pause; after this time without a call it was closed or reloaded. */
const idleMs = 10 * 60_000;

/** Creates the writing of GeoPackages that the page exports, below the data folder. */
export function createGeopackageModule({ context }: { context: Pick<AppContext, 'folder'> }) {
  const exports = createGeopackageExports({
    folder: join(context.folder, 'exports'),
    newId: () => geopackageIdSchema.parse(randomUUID()),
    startThread: startGeopackageThread,
    idleMs,
  });
  return {
    close: exports.close,
    procedures: (os: Implementer) => ({ geopackage: geopackageProcedures(os, exports) }),
  };
}
