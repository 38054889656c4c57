import { gunzipSync } from 'node:zlib';
import { packGazetteer } from '../scripts/gazetteer/pack-gazetteer.mjs';
import type { PlaceBox } from '../src-renderer/gazetteer/gazetteer-file.ts';
import type { PlaceKind } from '../src-renderer/gazetteer/place-kinds.ts';

/** A named place of a made file; what is left out is a town of a thousand people in Austria at 0°, 0°. */
export interface MadePlace {
  names: string[];
  spanish?: string;
  kind?: PlaceKind;
  country?: string | null;
  division?: string | null;
  at?: readonly [longitude: number, latitude: number];
  amount?: number;
  rank?: number;
  box?: PlaceBox;
  rings?: readonly (readonly (readonly [number, number])[])[];
}

/** The unpacked file of these places, in their order, as the script of the project packs it. */
export function madeGazetteer(places: readonly MadePlace[]): Uint8Array {
  const entries = places.map(({ names, at = [0, 0], box, rings, ...rest }) => ({
    kind: 'town' as const,
    country: 'AT',
    division: null,
    amount: 1_000,
    rank: 30,
    ...rest,
    names,
    longitude: at[0],
    latitude: at[1],
    box: box && [...box],
    rings: rings?.map((ring) => ring.map((vertex) => [...vertex])),
  }));
  return gunzipSync(packGazetteer(entries));
}
