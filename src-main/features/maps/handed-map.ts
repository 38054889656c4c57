import { z } from 'zod';
import { mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import { mapBoxSchema, mapSourceSchema } from '../../../src-preload/contract/maps.ts';
import { AppError } from '../../core/app-error.ts';
import type { AreaRow } from './area-table.ts';
import { originsOf, recipeSchema } from './servers/recipe.ts';
import type { MapRow } from './source-table.ts';

const handedMapSchema = mapSourceSchema
  .pick({ kind: true, name: true, layer: true, attribution: true, minZoom: true, maxZoom: true, grid: true })
  .extend({
    bounds: mapBoxSchema.nullable(),
    /** Empty for a file. */
    address: z.string(),
    recipe: recipeSchema.omit({ reach: true }).nullable(),
    needsKey: z.boolean(),
    /** The name of the file in the package; null for a server. */
    file: z.string().nullable(),
  });
/** The content of a map in a package: without its key, its path, and how it is shown here. */
export type HandedMap = z.infer<typeof handedMapSchema>;

/** Returns the name that the file of a map has in a package. */
const packedNameOf = (id: string, kind: string) => `maps/${id}.${kind}`;

/** Returns the content of a map for a package. */
export function handedMapOf(row: MapRow): HandedMap {
  const isFile = row.recipe === null;
  return handedMapSchema.parse({
    ...row,
    address: isFile ? '' : row.address,
    file: isFile ? packedNameOf(row.id, row.kind) : null,
  });
}

/** Returns the name under which a saved area is handed over. */
export const handedAreaName = (area: AreaRow, source: MapRow): string =>
  `${source.name} – ${area.name}`.slice(0, 120);

/** Returns the content of a saved area for a package, where it is a map of its own, which is a file. */
export const handedAreaOf = (area: AreaRow, source: MapRow): HandedMap => ({
  kind: 'mbtiles',
  name: handedAreaName(area, source),
  layer: null,
  attribution: source.attribution,
  minZoom: area.minZoom,
  maxZoom: area.maxZoom,
  grid: 'mercator',
  bounds: area.box,
  address: '',
  recipe: null,
  needsKey: false,
  file: packedNameOf(area.id, 'mbtiles'),
});

/**
 * Returns the row of a server's map from a package. It may reach public hosts only, whatever it could reach where the package was
 * made, and is hidden: its server learns nothing until the user shows it. @throws INVALID_INPUT for a map that has no server.
 */
export function serverRowOf(id: string, content: unknown): MapRow {
  const { file: _, ...handed } = handedMapSchema.parse(content);
  if (handed.recipe === null)
    throw new AppError('INVALID_INPUT', { fields: { recipe: ['validation.invalid'] } });
  return {
    ...handed,
    id: mapSourceIdSchema.parse(id),
    tileSize: 256,
    opacity: 1,
    visible: false,
    revision: 1,
    hosts: originsOf(handed.recipe),
    offlineAllowed: false,
    content: 'picture',
    isCopied: false,
    raster: null,
    recipe: { ...handed.recipe, reach: 'public' },
  };
}
