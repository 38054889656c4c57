import { z } from 'zod';
import { unplacedReasons } from './raster-placement.ts';

/** The field of `raw` of a scene that says what does not fit together about its place. */
export const placeRemarksField = 'placeRemarks';

const km = z.number();
/** True if they would fit with longitude and latitude exchanged. */
const isSwapped = z.boolean();
const file = z.string();

/** What does not fit together about the place of a scene, which is kept as its sources say it; the texts are under `placeRemark`. */
export const placeRemarkSchema = z.discriminatedUnion('kind', [
  /** The outline of the scene lies away from where its raster is by itself. */
  z.object({ kind: z.literal('outline'), km, isSwapped, file }),
  /** The bounding box of a STAC Item is not that of its geometry. */
  z.object({ kind: z.literal('box'), km, isSwapped }),
  /** Two rasters of the scene lie away from each other. */
  z.object({ kind: z.literal('rasters'), km, file, other: z.string() }),
  /** A raster cannot be placed; `detail` is as in its placement. */
  z.object({ kind: z.literal('unplaced'), reason: z.enum(unplacedReasons), detail: z.string(), file }),
]);

/** What does not fit together about the place of a scene. */
export type PlaceRemark = z.infer<typeof placeRemarkSchema>;

const rawSchema = z.object({ [placeRemarksField]: z.array(z.unknown()).max(100).catch([]).default([]) });

/** Returns the remarks in the raw data of a scene; those that this version of Nadir does not know are left out. */
export function readPlaceRemarks(raw: unknown): PlaceRemark[] {
  const stored = rawSchema.safeParse(raw).data?.[placeRemarksField] ?? [];
  return stored.flatMap((each) => placeRemarkSchema.safeParse(each).data ?? []);
}
