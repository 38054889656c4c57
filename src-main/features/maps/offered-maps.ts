import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapRow } from './source-table.ts';

/** A map or saved area that might be handed over. */
export interface MapCandidate {
  mapId: MapSourceId;
  name: string;
  needsKey: boolean;
  kind: MapRow['kind'];
  /** The path of its file; null for a server. */
  path: string | null;
}

/** The kinds of files that packages have, and how the names of such files end. */
const packedKinds: readonly MapRow['kind'][] = ['mbtiles', 'pmtiles'];
const packedExtensions: readonly string[] = ['.mbtiles', '.pmtiles'];

const withheldMap = (name: string, reason: 'kind' | 'missing') => ({ withheld: { name, reason } });

/**
 * Returns the candidates that can be handed over: servers, and files of tiles that exist. The others are withheld, with the reason:
 * `missing` for a file that is gone, for instance with its drive.
 */
export async function offeredMaps(candidates: readonly MapCandidate[]) {
  const sized = await Promise.all(
    candidates.map(async ({ path, kind, ...map }) => {
      if (path === null) return { map: { ...map, sizeBytes: 0 } };
      if (!packedKinds.includes(kind)) return withheldMap(map.name, 'kind');
      const sizeBytes = await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
      if (sizeBytes === 0) return withheldMap(map.name, 'missing');
      if (!packedExtensions.includes(extname(path))) return withheldMap(map.name, 'kind');
      return { map: { ...map, sizeBytes } };
    }),
  );
  return {
    maps: sized.flatMap((each) => ('map' in each ? [each.map] : [])),
    withheldMaps: sized.flatMap((each) => ('withheld' in each ? [each.withheld] : [])),
  };
}
