import { z } from 'zod';
import { type RasterStyleId, rasterStyleIdSchema } from '../../../../src-preload/contract/ids.ts';
import {
  mostRasterStyles,
  type OffsetRaster,
  type PixelOffset,
  productStyleSchema,
  type RasterStyle,
  rasterStyleSchema,
  type SavedRasterStyle,
  savedRasterStyleSchema,
  storedOffsetSchema,
} from '../../../../src-preload/contract/raster-styles.ts';
import { AppError } from '../../../core/app-error.ts';
import { jsonColumn, readableRows } from '../../../store/readable-rows.ts';
import type { Store } from '../../../store/store.ts';

const styleColumn = jsonColumn.pipe(rasterStyleSchema);
const storedStyle = savedRasterStyleSchema.extend({ style: styleColumn });
const storedDefault = productStyleSchema.extend({ style: styleColumn });
const storedOffset = storedOffsetSchema.extend({ offset: jsonColumn.pipe(storedOffsetSchema.shape.offset) });
const idRow = z.object({ styleId: rasterStyleIdSchema });
const countRow = z.object({ count: z.number() });

/** An offset in pixels of one raster, whose height is `pixelDegrees`. */
interface NewOffset extends OffsetRaster {
  offset: PixelOffset;
  pixelDegrees: number;
}

interface RasterStylesOptions {
  store: Store;
  newId: () => string;
  /** Called when styles or offsets have changed. */
  onChange: () => void;
}

/** Creates the saved styles of this computer, the default styles of products and the offsets of rasters. */
export function createRasterStyles({ store, newId, onChange }: RasterStylesOptions) {
  return {
    list() {
      const styles = readableRows(
        store,
        storedStyle,
        'SELECT style_id AS styleId, name, style FROM raster_style',
      ).rows.sort((one, other) => one.name.localeCompare(other.name));
      const products = readableRows(
        store,
        storedDefault,
        'SELECT product, style FROM product_style ORDER BY product',
      ).rows;
      return { styles, products };
    },
    save(name: string, style: RasterStyle): SavedRasterStyle {
      const styleId = store.transaction(() => {
        const existing = store.get(idRow, 'SELECT style_id AS styleId FROM raster_style WHERE name = :name', {
          name,
        });
        const { count } = store.get(countRow, 'SELECT count(*) AS count FROM raster_style') ?? { count: 0 };
        if (existing === undefined && count >= mostRasterStyles)
          throw new AppError('INVALID_INPUT', { fields: { name: ['validation.tooManyStyles'] } });
        const id = existing?.styleId ?? rasterStyleIdSchema.parse(newId());
        store.run(
          `INSERT INTO raster_style VALUES (:styleId, :name, :style)
           ON CONFLICT (style_id) DO UPDATE SET style = :style`,
          { styleId: id, name, style: JSON.stringify(style) },
        );
        return id;
      });
      onChange();
      return { styleId, name, style };
    },
    remove(styleId: RasterStyleId) {
      store.run('DELETE FROM raster_style WHERE style_id = :styleId', { styleId });
      onChange();
    },
    offsets: (rasters: readonly OffsetRaster[]) =>
      readableRows(
        store,
        storedOffset,
        `SELECT file_id AS fileId, offset, library_scene_id AS librarySceneId, pixel_degrees AS pixelDegrees
         FROM raster_offset
         WHERE file_id IN (SELECT CAST(value AS INTEGER) FROM json_each(:files))
           OR library_scene_id IN (SELECT CAST(value AS INTEGER) FROM json_each(:scenes))
         ORDER BY file_id`,
        {
          files: JSON.stringify(rasters.map(({ fileId }) => fileId)),
          scenes: JSON.stringify(rasters.map(({ librarySceneId }) => librarySceneId)),
        },
      ).rows,
    setOffset({ fileId, librarySceneId, offset, pixelDegrees }: NewOffset) {
      store.transaction(() => {
        store.run('DELETE FROM raster_offset WHERE file_id = :fileId OR library_scene_id = :librarySceneId', {
          fileId,
          librarySceneId,
        });
        if (offset.some((pixels) => pixels !== 0))
          store.run(
            `INSERT INTO raster_offset (file_id, offset, library_scene_id, pixel_degrees)
             VALUES (:fileId, :offset, :librarySceneId, :pixelDegrees)`,
            { fileId, offset: JSON.stringify(offset), librarySceneId, pixelDegrees },
          );
      });
      onChange();
    },
    setDefault(product: string, style: RasterStyle | null) {
      if (style === null) store.run('DELETE FROM product_style WHERE product = :product', { product });
      else
        store.run(
          `INSERT INTO product_style VALUES (:product, :style)
           ON CONFLICT DO UPDATE SET style = :style`,
          { product, style: JSON.stringify(style) },
        );
      onChange();
    },
  };
}
