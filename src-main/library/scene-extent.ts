import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { boxOf, readFootprint, unwrappedRings } from '../core/footprint.ts';
import type { Store } from '../store/store.ts';

/** The columns of a scene that say where it is. */
export interface SceneExtent {
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  /** GeoJSON text. */
  footprint: string | null;
}

/**
 * Returns where a scene is, from the geometry that the service gave it; degrees, and `east` may exceed 180. All null where
 * the geometry cannot be drawn (it stays in the raw JSON).
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

/** Enters a scene in the spatial index; returns false, with the index untouched, where the scene has no extent. */
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
