import type { SceneFootprints } from '../../src-preload/contract/library.ts';
import type { OrderPlaces } from '../../src-preload/contract/orders.ts';
import {
  unpackDegrees,
  unpackIds,
  unpackOutlines,
  unpackRings,
  unpackSteps,
} from '../../src-preload/contract/packed-places.ts';
import type { PlacesOnMap } from '../../src-preload/contract/places.ts';
import type { TaskStatusKind, TaskTargets } from '../../src-preload/contract/tasking.ts';
import type { MarkKey, PackedMarks } from '../kit/state/subject-marks.ts';
import { areasOf, marksOf } from './order-marks.ts';
import {
  markKinds,
  type PlacedMarks,
  type PlacedOutlines,
  placeMarks,
  placeOutlines,
  placeStyled,
} from './place-marks.ts';

/** Marks that were unpacked, projected and indexed. The ids and names of points are still packed. */
export interface UnpackedMarks {
  ids: string;
  /** True if the ids are numbers. */
  hasNumbers: boolean;
  marks: PlacedMarks;
  areaIds: readonly MarkKey[];
  areas: PlacedOutlines;
  /** 1 for each area that is drawn faint; null if there is none. */
  faint: Uint8Array<ArrayBuffer> | null;
  /** The styles and names; null for subjects that have neither. */
  styled: { names: string; areaStyles: Uint8Array<ArrayBuffer>; areaNames: readonly string[] } | null;
}

const kindsByName = new Map<string, TaskStatusKind>(markKinds.map((kind) => [kind, kind]));
const digits = (text: string) => Uint8Array.from(text, Number);

/** New for each answer, because its buffers are transferred to the page. */
const noAreas = () => ({ areaIds: [], areas: placeOutlines([]), faint: null, styled: null });

function tasksOf({ taskIds, longitudes, latitudes, statusKinds }: TaskTargets): UnpackedMarks {
  const kinds = statusKinds === '' ? [] : statusKinds.split(' ');
  const marks = placeMarks({
    longitudes: unpackDegrees(longitudes),
    latitudes: unpackDegrees(latitudes),
    kinds: kinds.map((kind) => kindsByName.get(kind) ?? 'other'),
  });
  return { ids: taskIds, hasNumbers: true, marks, ...noAreas() };
}

function ordersOf(places: OrderPlaces): UnpackedMarks {
  const { ids: areaIds, rings } = areasOf(places);
  return {
    ids: places.ids,
    hasNumbers: false,
    marks: placeMarks(marksOf(places)),
    areaIds,
    areas: placeOutlines(rings),
    faint: null,
    styled: null,
  };
}

function placesOf(places: PlacesOnMap): UnpackedMarks {
  const byPlace = places.rings === '' ? [] : places.rings.split('|').map(unpackRings);
  const colours = digits(places.ringColours);
  const names = unpackIds(places.ringNames);
  const repeated = <T>(of: readonly T[], i: number, fallback: T) =>
    (byPlace[i] ?? []).map(() => of[i] ?? fallback);
  const ids = unpackIds(places.ringIds);
  return {
    ids: places.ids,
    hasNumbers: false,
    marks: placeStyled({
      longitudes: unpackDegrees(places.longitudes),
      latitudes: unpackDegrees(places.latitudes),
      styles: digits(places.colours),
    }),
    areaIds: ids.flatMap((_, i) => repeated(ids, i, '')),
    areas: placeOutlines(byPlace.flat()),
    faint: null,
    styled: {
      names: places.names,
      areaStyles: Uint8Array.from(ids.flatMap((_, i) => repeated([...colours], i, 0))),
      // Only the outer ring has the name.
      areaNames: ids.flatMap((_, i) =>
        (byPlace[i] ?? []).map((_ring, ring) => (ring === 0 ? (names[i] ?? '') : '')),
      ),
    },
  };
}

function scenesOf({ librarySceneIds, rings, onDisk }: SceneFootprints): UnpackedMarks {
  return {
    ids: '',
    hasNumbers: true,
    styled: null,
    marks: placeMarks({ longitudes: [], latitudes: [], kinds: [] }),
    areaIds: unpackSteps(librarySceneIds),
    areas: placeOutlines(unpackOutlines(rings)),
    faint: Uint8Array.from(onDisk, (digit) => (digit === '1' ? 0 : 1)),
  };
}

/** Unpacks marks from the format of the main process, and projects them. */
export function unpackMarks(packed: PackedMarks): UnpackedMarks {
  if (packed.shape === 'tasks') return tasksOf(packed.places);
  if (packed.shape === 'scenes') return scenesOf(packed.places);
  return packed.shape === 'orders' ? ordersOf(packed.places) : placesOf(packed.places);
}
