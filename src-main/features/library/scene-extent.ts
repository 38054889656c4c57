import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { boxOf, readFootprint, unwrappedRings } from '../../core/footprint.ts';
import type { Store } from '../../store/store.ts';

/** The columns with the place of a scene. */
export interface SceneExtent {
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  /** GeoJSON text. */
  footprint: string | null;
}

/**
 * Returns the extent of a scene from the service's geometry, in degrees; `east` may exceed 180. All fields are null if the
 * geometry cannot be drawn (it stays in the raw JSON).
 */
export function extentOf(geometry: unknown): SceneExtent {
  const footprint = readFootprint(geometry);
  const box = footprint ? boxOf(unwrappedRings(footprint)) : null;
  return {
    west: box?.[0] ?? null,
    south: box?.[1] ?? null,
    east: box?.[2] ?? null,
    north: box?.[3] ?? null,
    footprint: footprint ? JSON.stringify(footprint) : null,
  };
}

/** Adds a scene to the spatial index; returns false, with the index unchanged, if the scene has no extent. */
export function indexExtent(store: Pick<Store, 'run'>, id: LibrarySceneId, extent: SceneExtent): boolean {
  const { west, south, east, north } = extent;
  if (west === null) return false;
  store.run('INSERT OR REPLACE INTO scene_box VALUES (:id, :west, :east, :south, :north)', {
    id,
    west,
    east,
    south,
    north,
  });
  return true;
}
