import { z } from 'zod';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { type Ground, mostPlaceScenes, type PlaceScene } from '../../../src-preload/contract/library.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { covers, ringsOf } from './scene-at.ts';
import type { SceneTable } from './scene-table.ts';

const candidateRow = z.object({
  id: librarySceneIdSchema,
  footprint: z.string().nullable(),
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
});
type Candidate = z.infer<typeof candidateRow>;
type Box = Pick<Candidate, 'west' | 'south' | 'east' | 'north'>;

/** At most so many outlines are read, because more boxes touch the ground than scenes show it. */
const maxCandidates = 2_000;

const middleOf = ({ west, south, east, north }: Box): readonly [number, number] => [
  (west + east) / 2,
  (south + north) / 2,
];

/** Returns true if a box in degrees contains a place, also with 360 degrees added to or subtracted from its longitude. */
const isInBox = ({ west, south, east, north }: Box, [x, y]: readonly [number, number]): boolean =>
  y >= south && y <= north && [-360, 0, 360].some((turn) => x + turn >= west && x + turn <= east);

/** Creates the query for the captures of a place that can be drawn; see `ofPlace` of the contract. */
export function createPlaceScenes({
  store,
  table,
}: {
  store: Pick<Store, 'all' | 'get'>;
  table: Pick<SceneTable, 'get'>;
}) {
  /** Returns the box of the ground, with the rings of its outline; null for a scene without a place. */
  function groundOf(ground: Ground): { box: Box; rings: number[][] | null } | null {
    if ('box' in ground) {
      const [west, south, east, north] = ground.box;
      return { box: { west, south, east, north }, rings: null };
    }
    const own = store.get(
      candidateRow,
      'SELECT id, footprint, west, south, east, north FROM scene WHERE id = :id AND west IS NOT NULL',
      { id: ground.librarySceneId },
    );
    return own ? { box: own, rings: ringsOf(own.footprint) } : null;
  }

  function toPlaceScene(id: Candidate['id']): PlaceScene | null {
    const { footprint, files, lastModified, raw, ...row } = table.get(id);
    const rasters = files.filter(({ kind, state }) => kind === 'raster' && state === 'on-disk');
    if (rasters.length === 0) return null;
    return {
      ...row,
      rasters: rasters.map(({ fileId, fileName, bands, bandsRead }) => ({
        fileId,
        fileName,
        bands,
        bandsRead,
      })),
    };
  }

  return function ofPlace(ground: Ground): { scenes: PlaceScene[]; isMore: boolean } {
    const place = groundOf(ground);
    if (place === null) {
      const alone = 'librarySceneId' in ground ? toPlaceScene(ground.librarySceneId) : null;
      return { scenes: alone === null ? [] : [alone], isMore: false };
    }
    const { west, south, east, north } = place.box;
    const { rows } = readableRows(
      store,
      candidateRow,
      // The longitudes of a scene that crosses the antimeridian continue beyond 180.
      `SELECT scene.id AS id, footprint, scene.west AS west, scene.south AS south, scene.east AS east, scene.north AS north
       FROM scene_box AS box JOIN scene ON scene.id = box.id
       WHERE box.south <= :north AND box.north >= :south
         AND ((box.west <= :east AND box.east >= :west)
           OR (box.west <= :east + 360 AND box.east >= :west + 360)
           OR (box.west <= :east - 360 AND box.east >= :west - 360))
         AND EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0 AND f.name <> 'thumbnail' AND f.kind = 'raster')
       ORDER BY taken_from DESC, taken_until DESC, scene.id DESC LIMIT ${maxCandidates}`,
      { west, south, east, north },
    );
    const middle = middleOf(place.box);
    const own = 'librarySceneId' in ground ? ground.librarySceneId : null;
    const isOfPlace = (other: Candidate) => {
      // Boxes are compared first, because outlines must be parsed.
      if (isInBox(other, middle) && covers(ringsOf(other.footprint), middle)) return true;
      const theirs = middleOf(other);
      return isInBox(place.box, theirs) && (place.rings === null || covers(place.rings, theirs));
    };
    const found = rows.filter((row) => row.id === own || isOfPlace(row));
    const newest = found.filter((row, i) => i < mostPlaceScenes || row.id === own);
    const scenes = newest.flatMap(({ id }) => toPlaceScene(id) ?? []).reverse();
    return { scenes, isMore: newest.length < found.length || rows.length === maxCandidates };
  };
}
