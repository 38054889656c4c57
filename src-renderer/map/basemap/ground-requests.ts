import type { BasemapClient } from './basemap-client.ts';
import type { BasemapColours } from './basemap-colours.ts';
import { type GroundGroup, type GroundPiece, pieceKey, piecePx } from './ground-cache.ts';

interface GroundRequestsOptions {
  client: Pick<BasemapClient, 'request'>;
  colours(): BasemapColours;
  /** Receives a painted piece; null if it could not be painted. */
  onAnswer(group: GroundGroup, piece: GroundPiece | null): void;
}

/** Where a piece is in its group, and how many device pixels the view has per CSS pixel. */
interface RequestedPiece {
  column: number;
  row: number;
  ratio: number;
}

/** Returns the part of the map that a piece shows, in the form that the worker paints. */
function windowOf({ deviceResolution }: GroundGroup, { column, row, ratio }: RequestedPiece) {
  const size = piecePx / ratio;
  return {
    left: column * piecePx * deviceResolution,
    top: -row * piecePx * deviceResolution,
    resolution: deviceResolution * ratio,
    width: size,
    height: size,
    ratio,
  };
}

/**
 * Creates the requests for pieces of the ground to the worker. Each piece is requested once, and after a failure only when
 * `retry` was called.
 */
export function createGroundRequests({ client, colours, onAnswer }: GroundRequestsOptions) {
  const pending = new Map<string, { group: GroundGroup; key: string; cancel: () => void }>();
  const failed = new Set<string>();

  const nameOf = (group: GroundGroup, key: string) => `${group.deviceResolution} ${group.style} ${key}`;

  return {
    /** Requests a piece that the group lacks. */
    request(group: GroundGroup, piece: RequestedPiece) {
      const { column, row } = piece;
      const key = pieceKey(column, row);
      const name = nameOf(group, key);
      if (pending.has(name) || failed.has(name) || group.pieces.has(key)) return;
      const question = { kind: 'ground', window: windowOf(group, piece), colours: colours() } as const;
      const cancel = client.request(question, ({ bitmap }) => {
        pending.delete(name);
        if (bitmap === null) failed.add(name);
        onAnswer(group, bitmap === null ? null : { bitmap, column, row });
      });
      pending.set(name, { group, key, cancel });
    },
    /**
     * Cancels the requests for other groups, and for pieces of this group that are not needed. Requests of `keptResolution` continue.
     */
    cancelExcept(group: GroundGroup, needed: ReadonlySet<string>, keptResolution: number) {
      for (const [name, { group: other, key, cancel }] of pending) {
        const isSame = other.deviceResolution === group.deviceResolution && other.style === group.style;
        if (other.deviceResolution === keptResolution || (isSame && needed.has(key))) continue;
        cancel();
        pending.delete(name);
      }
    },
    /** Returns true if a piece could not be painted. */
    hasFailed: (group: GroundGroup, key: string) => failed.has(nameOf(group, key)),
    /** Lets pieces that could not be painted be requested again. */
    retry: () => failed.clear(),
    cancelAll() {
      for (const { cancel } of pending.values()) cancel();
    },
  };
}
