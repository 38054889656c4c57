import { z } from 'zod';
import { placeIdSchema, placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import { type PlaceGeometry, ringsSchema } from '../../../src-preload/contract/place-geometry.ts';
import {
  type Place,
  type PlaceRow,
  placeAttributesSchema,
  placeColourSchema,
  placeKindSchema,
} from '../../../src-preload/contract/place-values.ts';
import { selectedAs } from '../../store/list-declaration.ts';
import { jsonColumn, readJson } from '../../store/readable-rows.ts';

const columns = {
  placeId: 'place.place_id',
  listId: 'place.list_id',
  version: 'place.version',
  kind: 'place.kind',
  longitude: 'place.longitude',
  latitude: 'place.latitude',
  altitudeMetres: 'place.altitude',
  vertices: 'place.vertices',
  positionText: 'place.position_text',
  name: 'place.name',
  notes: 'place.notes',
  tags: 'place.tags',
  attributes: 'place.attributes',
  sourceFile: 'place.source_file',
  sourceLine: 'place.source_line',
  createdAt: 'place.created_at',
  updatedAt: 'place.updated_at',
  updatedBy: 'place.updated_by',
};

/** The SELECT list of rows for `storedPlaceRow`. */
export const placeColumns = selectedAs(columns);

const stored = z.object({
  placeId: placeIdSchema,
  listId: placeListIdSchema,
  version: z.number(),
  kind: placeKindSchema,
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  altitudeMetres: z.number().nullable(),
  vertices: z.number().nullable(),
  positionText: z.string().nullable(),
  name: z.string(),
  notes: z.string(),
  tags: jsonColumn.pipe(z.array(z.string())),
  attributes: jsonColumn.pipe(placeAttributesSchema),
  sourceFile: z.string().nullable(),
  sourceLine: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string(),
});

function rowOf({ sourceFile, sourceLine, ...row }: z.infer<typeof stored>): PlaceRow {
  return { ...row, source: sourceFile === null ? null : { fileName: sourceFile, line: sourceLine } };
}

/** The schema that reads a stored place as a row of the table. */
export const storedPlaceRow = stored.transform(rowOf);

/** The schema that reads a stored place with its geometry; `seq` is its position in the order of adding. */
export const storedPlace = stored
  .extend({ seq: z.number(), rings: z.string().nullable() })
  .transform(({ seq, rings, ...row }, context): { seq: number; place: Place } => {
    const { kind, longitude, latitude, altitudeMetres, vertices: _, ...place } = rowOf(row);
    let geometry: PlaceGeometry | null = null;
    if (kind === 'area') {
      const read = ringsSchema.safeParse(readJson(rings));
      if (read.success) geometry = { kind, rings: read.data };
      else context.addIssue({ code: 'custom', message: 'damaged rings' });
    } else if (kind === 'point' && longitude !== null && latitude !== null)
      geometry = { kind, longitude, latitude, altitudeMetres };
    return { seq, place: { ...place, geometry } };
  });

/** The SELECT statement of rows for `storedPlace`, without a condition. */
export const selectPlaces = `SELECT ${placeColumns}, place.seq AS seq, rings FROM place
  LEFT JOIN place_area ON place_area.seq = place.seq`;

const listColumns = {
  listId: 'place_list.list_id',
  name: 'name',
  colour: 'colour',
  notes: 'notes',
  visible: 'visible',
  createdAt: 'created_at',
  createdBy: 'created_by',
  updatedAt: 'updated_at',
  updatedBy: 'updated_by',
  version: 'version',
  count: 'coalesce(count, 0)',
  west: 'west',
  south: 'south',
  east: 'east',
  north: 'north',
};

const bound = z.number().nullable();

/** The schema that reads a stored list with the number and the box of its places. */
export const storedListRow = z
  .object({
    listId: placeListIdSchema,
    name: z.string(),
    colour: placeColourSchema.catch('grey'),
    notes: z.string(),
    visible: z.number().transform((visible) => visible === 1),
    createdAt: z.string(),
    createdBy: z.string(),
    updatedAt: z.string(),
    updatedBy: z.string(),
    version: z.number(),
    count: z.number(),
    west: bound,
    south: bound,
    east: bound,
    north: bound,
  })
  .transform(({ west, south, east, north, ...list }) => ({
    ...list,
    box:
      west === null || south === null || east === null || north === null
        ? null
        : ([west, south, east, north] satisfies [number, number, number, number]),
  }));

/** The SELECT statement of rows for `storedListRow`, in the order of the screen. */
export const selectLists = `SELECT ${selectedAs(listColumns)} FROM place_list LEFT JOIN
    (SELECT list_id AS counted, count(*) AS count, min(west) AS west, min(south) AS south, max(east) AS east,
       max(north) AS north FROM place GROUP BY list_id) ON counted = place_list.list_id
  ORDER BY position, list_id`;
