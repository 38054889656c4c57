import type { Implementer } from '../../../core/implementer.ts';
import type { GeopackageExports } from './geopackage-exports.ts';

/** Returns the procedures of exports to GeoPackages. */
export const geopackageProcedures = (os: Implementer, exports: GeopackageExports) => ({
  begin: os.geopackage.begin.handler(async ({ input }) => ({ id: await exports.begin(input) })),
  add: os.geopackage.add.handler(({ input }) => exports.add(input.id, input.rows)),
  finish: os.geopackage.finish.handler(({ input }) => exports.finish(input.id)),
  read: os.geopackage.read.handler(({ input }) => exports.read(input.id, input.offset)),
  discard: os.geopackage.discard.handler(async ({ input }) => {
    await exports.discard(input.id);
    return {};
  }),
});
