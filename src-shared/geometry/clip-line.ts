import type { Box } from './clip.ts';

/** A piece of a line within a box: x, y pairs, and how far along the line it begins. */
export interface LinePiece {
  points: number[];
  from: number;
}

/** Returns the part of a segment within a box as shares 0 … 1 of its length; null if it is outside. */
function shareInside(box: Box, ax: number, ay: number, bx: number, by: number): [number, number] | null {
  let enter = 0;
  let leave = 1;
  const limit = (delta: number, room: number): boolean => {
    if (delta === 0) return room >= 0;
    const share = room / delta;
    if (delta < 0) enter = Math.max(enter, share);
    else leave = Math.min(leave, share);
    return enter <= leave;
  };
  const isInside =
    limit(ax - bx, ax - box.west) &&
    limit(bx - ax, box.east - ax) &&
    limit(ay - by, ay - box.south) &&
    limit(by - ay, box.north - ay);
  return isInside && enter < leave ? [enter, leave] : null;
}

/**
 * Cuts a line (flat x, y) to a box. Without this, dashes are computed for thousands of pixels that nobody sees, and the
 * edges along which tiles were cut would be drawn.
 */
export function clipLine(line: ArrayLike<number>, box: Box): LinePiece[] {
  const pieces: LinePiece[] = [];
  let piece: LinePiece | null = null;
  let along = 0;
  for (let at = 2; at < line.length; at += 2) {
    const ax = line[at - 2] ?? 0;
    const ay = line[at - 1] ?? 0;
    const bx = line[at] ?? 0;
    const by = line[at + 1] ?? 0;
    const length = Math.hypot(bx - ax, by - ay);
    const share = shareInside(box, ax, ay, bx, by);
    if (share === null) piece = null;
    else {
      const [enter, leave] = share;
      if (piece === null || enter > 0) {
        piece = { points: [ax + (bx - ax) * enter, ay + (by - ay) * enter], from: along + length * enter };
        pieces.push(piece);
      }
      piece.points.push(ax + (bx - ax) * leave, ay + (by - ay) * leave);
      if (leave < 1) piece = null;
    }
    along += length;
  }
  return pieces;
}
