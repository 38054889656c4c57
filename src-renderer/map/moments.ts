import { unpackDegrees, unpackIds } from '../../src-preload/contract/packed-places.ts';
import {
  type TimelineKind,
  type TimelinePlaces,
  timelineKindSchema,
} from '../../src-preload/contract/timeline.ts';
import { mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';

export const timelineKinds = timelineKindSchema.options;

/** Moments: events with a place and a time. Index i of each list belongs to the same moment. */
export interface Moments {
  count: number;
  /** In EPSG:3857. */
  x: Float64Array;
  y: Float64Array;
  /** Minutes since 1970, UTC. */
  minutes: Int32Array;
  /** Indexes into `timelineKinds`. */
  kinds: Uint8Array;
  /** Indexes into `contractIds`. */
  contracts: Uint8Array;
  contractIds: readonly (string | null)[];
  /** The pieces in which they came; each begins at the index `start`. */
  pieces: readonly MomentPiece[];
}

/** Moments of one kind and contract, with the keys of the main process. */
interface MomentPiece {
  start: number;
  kind: TimelineKind;
  contractId: string | null;
  keys: readonly string[];
}

const keyPrefix = ({ kind, contractId }: MomentPiece) => `${kind} ${contractId ?? ''} `;

/** Returns the key of a moment in the format of the main process. */
export function momentKey({ pieces }: Moments, index: number): string {
  const piece = pieces.findLast(({ start }) => start <= index);
  return piece ? `${keyPrefix(piece)}${piece.keys[index - piece.start] ?? ''}` : '';
}

/** Returns the index of a key; null if no moment has it. */
export function momentIndex({ pieces }: Moments, key: string): number | null {
  for (const piece of pieces) {
    const prefix = keyPrefix(piece);
    const found = key.startsWith(prefix) ? piece.keys.indexOf(key.slice(prefix.length)) : -1;
    if (found >= 0) return piece.start + found;
  }
  return null;
}

/** Yields to the event loop of the page. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Unpacks the places from the main process piece by piece, because a hundred thousand marks at once would block the page.
 * Resolves with null if the signal is aborted.
 */
export async function unpackMoments(
  pieces: readonly TimelinePlaces[],
  signal: AbortSignal,
): Promise<Moments | null> {
  const parts: { kind: TimelineKind; contractId: string | null; columns: number[][]; keys: string[] }[] = [];
  for (const piece of pieces) {
    if (signal.aborted) return null;
    const columns = [
      piece.minutes.split(',').map(Number),
      ...[piece.longitudes, piece.latitudes].map(unpackDegrees),
    ];
    parts.push({ kind: piece.kind, contractId: piece.contractId, columns, keys: unpackIds(piece.keys) });
    await breathe();
  }
  const count = parts.reduce((sum, { keys }) => sum + keys.length, 0);
  const contractIds = [...new Set(parts.map(({ contractId }) => contractId))];
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  const minutes = new Int32Array(count);
  const [kinds, contracts] = [new Uint8Array(count), new Uint8Array(count)];
  const loaded: MomentPiece[] = [];
  let at = 0;
  for (const { kind, contractId, columns, keys } of parts) {
    if (signal.aborted) return null;
    loaded.push({ start: at, kind, contractId, keys });
    const [times = [], longitudes = [], latitudes = []] = columns;
    for (let i = 0; i < keys.length; i += 1) {
      minutes[at + i] = times[i] ?? 0;
      x[at + i] = mercatorX(longitudes[i] ?? 0);
      y[at + i] = mercatorY(latitudes[i] ?? 0);
    }
    kinds.fill(timelineKinds.indexOf(kind), at, at + keys.length);
    contracts.fill(contractIds.indexOf(contractId), at, at + keys.length);
    at += keys.length;
    if (loaded.length % 8 === 0) await breathe();
  }
  return { count, x, y, minutes, kinds, contracts, contractIds, pieces: loaded };
}
