import { z } from 'zod';
import type { AcquisitionPeriod } from '../../../src-preload/contract/acquired.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { readFootprint, unwrappedRings } from '../../core/footprint.ts';
import { ringContains } from '../../core/meets-area.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { readableRows, readJson } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

const row = z.object({
  footprint: z.string().nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
});
/** At most so many of the newest scenes whose box contains a point are read. */
const maxRead = 20;

/** Returns the unwrapped rings of a footprint in a column; none if it cannot be read. */
export function ringsOf(footprint: string | null): number[][] {
  const read = readFootprint(readJson(footprint));
  return read === null ? [] : unwrappedRings(read);
}

const turns = [-720, -360, 0, 360, 720];

/** Returns true if one of these rings contains a place in degrees, also with 360 degrees added to or subtracted from its longitude. */
export const covers = (rings: readonly (readonly number[])[], [x, y]: readonly [number, number]): boolean =>
  rings.some((ring) => turns.some((turn) => ringContains(ring, x + turn, y)));

/** Returns when the newest scene of a place was acquired (ISO UTC), twice the same for a moment; null if there is none, or nothing is known of its time. */
export function newestSceneAt(
  store: Pick<Store, 'all'>,
  longitude: number,
  latitude: number,
): AcquisitionPeriod | null {
  const { rows } = readableRows(
    store,
    row,
    // The longitudes of a scene that crosses the antimeridian continue beyond 180.
    `SELECT footprint, taken_from AS start, taken_until AS end FROM scene_box AS box JOIN scene ON scene.id = box.id
     WHERE box.south <= :latitude AND box.north >= :latitude
       AND ((box.west <= :longitude AND box.east >= :longitude)
         OR (box.west <= :longitude + 360 AND box.east >= :longitude + 360))
     ORDER BY taken_from DESC LIMIT ${maxRead}`,
    { longitude, latitude },
  );
  for (const { footprint, start, end } of rows)
    if (start !== null && end !== null && covers(ringsOf(footprint), [longitude, latitude]))
      return { start, end };
  return null;
}

const footprintRow = z.object({ footprint: z.string().nullable() });

/** Returns true if a place in degrees lies outside the outlines of all scenes of a capture; false also if no outline is known. */
export function isOutsideCapture(
  store: Pick<Store, 'all'>,
  scope: Scope,
  { captureId, at }: { captureId: string; at: readonly [number, number] },
): boolean {
  const { rows } = readableRows(
    store,
    footprintRow,
    `SELECT footprint FROM scene WHERE ${inScope} AND capture_id = :captureId LIMIT ${maxRead}`,
    { ...scopeParams(scope), captureId },
  );
  const rings = rows.flatMap(({ footprint }) => ringsOf(footprint));
  return rings.length > 0 && !covers(rings, at);
}
