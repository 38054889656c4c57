import { z } from 'zod';
import {
  type LibraryFileId,
  libraryFileIdSchema,
  type RasterStyleId,
  rasterStyleIdSchema,
} from '../../src-preload/contract/ids.ts';
import {
  mostRasterStyles,
  type PixelOffset,
  pixelOffsetSchema,
  productStyleSchema,
  type RasterStyle,
  rasterStyleSchema,
  type SavedRasterStyle,
  savedRasterStyleSchema,
} from '../../src-preload/contract/raster-styles.ts';
import { AppError } from '../app-error.ts';
import { jsonColumn, readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';

const styleColumn = jsonColumn.pipe(rasterStyleSchema);
const storedStyle = savedRasterStyleSchema.extend({ style: styleColumn });
const storedDefault = productStyleSchema.extend({ style: styleColumn });
const storedOffset = z.object({ fileId: libraryFileIdSchema, offset: jsonColumn.pipe(pixelOffsetSchema) });
const idRow = z.object({ styleId: rasterStyleIdSchema });
const countRow = z.object({ count: z.number() });

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
    offsets: (fileIds: readonly LibraryFileId[]) =>
      readableRows(
        store,
        storedOffset,
        `SELECT file_id AS fileId, offset FROM raster_offset
         WHERE file_id IN (SELECT CAST(value AS INTEGER) FROM json_each(:ids)) ORDER BY file_id`,
        { ids: JSON.stringify(fileIds) },
      ).rows,
    setOffset(fileId: LibraryFileId, offset: PixelOffset) {
      if (offset.every((pixels) => pixels === 0))
        store.run('DELETE FROM raster_offset WHERE file_id = :fileId', { fileId });
      else
        store.run(
          `INSERT INTO raster_offset VALUES (:fileId, :offset)
           ON CONFLICT DO UPDATE SET offset = :offset`,
          { fileId, offset: JSON.stringify(offset) },
        );
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
