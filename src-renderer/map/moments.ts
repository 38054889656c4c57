import { unpackDegrees, unpackIds } from '../../src-preload/contract/packed-places.ts';
import {
  type TimelineKind,
  type TimelinePlaces,
  timelineKindSchema,
} from '../../src-preload/contract/timeline.ts';
import { mercatorX, mercatorY } from '../geometry/mercator.ts';

export const timelineKinds = timelineKindSchema.options;

/** What happens at a place at a time; index i of each list is one of them. */
export interface Moments {
  count: number;
  /** EPSG:3857. */
  x: Float64Array;
  y: Float64Array;
  /** Since 1970, UTC. */
  minutes: Int32Array;
  /** Into `timelineKinds`. */
  kinds: Uint8Array;
  /** Into `contractIds`. */
  contracts: Uint8Array;
  contractIds: readonly (string | null)[];
  keyOf: (index: number) => string;
  /** Null where nothing bears the key. */
  indexOf: (key: string) => number | null;
}

/** Lets the page draw and answer in between. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Unpacks what main sent, piece by piece: a hundred thousand marks at once would hold the page up. */
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
  const starts: number[] = [];
  let at = 0;
  for (const { kind, contractId, columns, keys } of parts) {
    if (signal.aborted) return null;
    starts.push(at);
    const [times = [], longitudes = [], latitudes = []] = columns;
    for (let i = 0; i < keys.length; i += 1) {
      minutes[at + i] = times[i] ?? 0;
      x[at + i] = mercatorX(longitudes[i] ?? 0);
      y[at + i] = mercatorY(latitudes[i] ?? 0);
    }
    kinds.fill(timelineKinds.indexOf(kind), at, at + keys.length);
    contracts.fill(contractIds.indexOf(contractId), at, at + keys.length);
    at += keys.length;
    if (starts.length % 8 === 0) await breathe();
  }
  /** As main writes the keys of entries. */
  const keyOf = (index: number) => {
    const part = starts.findLastIndex((start) => start <= index);
    const from = parts[part];
    return from
      ? `${from.kind} ${from.contractId ?? ''} ${from.keys[index - (starts[part] ?? 0)] ?? ''}`
      : '';
  };
  const indexOf = (key: string) => {
    for (const [part, { kind, contractId, keys }] of parts.entries()) {
      const prefix = `${kind} ${contractId ?? ''} `;
      const found = key.startsWith(prefix) ? keys.indexOf(key.slice(prefix.length)) : -1;
      if (found >= 0) return (starts[part] ?? 0) + found;
    }
    return null;
  };
  return { count, x, y, minutes, kinds, contracts, contractIds, keyOf, indexOf };
}
