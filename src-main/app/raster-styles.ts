import { randomUUID } from 'node:crypto';
import type { Implementer } from '../core/implementer.ts';
import { createRasterStyles } from '../features/viewer/raster-styles/raster-styles.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';

interface RasterStylesModuleOptions {
  context: Pick<AppContext, 'publish'>;
  store: Store;
}

/** Creates the saved styles of rasters. */
export function createRasterStylesModule({ context, store }: RasterStylesModuleOptions) {
  const styles = createRasterStyles({
    store,
    newId: randomUUID,
    onChange: () => context.publish('raster-styles'),
  });
  return {
    procedures(os: Implementer) {
      const of = os.rasterStyles;
      return {
        rasterStyles: {
          list: of.list.handler(() => styles.list()),
          save: of.save.handler(({ input }) => styles.save(input.name, input.style)),
          remove: of.remove.handler(({ input }) => {
            styles.remove(input.styleId);
            return null;
          }),
          offsets: of.offsets.handler(({ input }) => styles.offsets(input.rasters)),
          setOffset: of.setOffset.handler(({ input }) => {
            styles.setOffset(input);
            return null;
          }),
          setDefault: of.setDefault.handler(({ input }) => {
            styles.setDefault(input.product, input.style);
            return null;
          }),
        },
      };
    },
  };
}
