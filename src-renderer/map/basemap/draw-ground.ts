import { worldMetres } from '../../../src-shared/geometry/mercator.ts';
import { type GroundGroup, pieceKey, piecePx } from './ground-cache.ts';
import { coversView, type PieceInView, type PieceView } from './ground-pieces.ts';

/** The resolution at which four pieces show the whole world. They are drawn where nothing finer has been painted. */
export const worldResolution = worldMetres / (2 * piecePx);

/** Draws the pieces of a group in a view of another resolution, in every copy of the world if it is the whole world. */
function drawScaled(context: CanvasRenderingContext2D, group: GroundGroup, view: PieceView) {
  const scale = group.deviceResolution / view.deviceResolution;
  const size = piecePx * scale;
  const isWorld = group.deviceResolution === worldResolution;
  const world = worldMetres / view.deviceResolution;
  for (const { bitmap, column, row } of group.pieces.values()) {
    const y = row * size + view.top / view.deviceResolution;
    if (y > view.deviceHeight || y + size < 0) continue;
    let x = column * size - view.left / view.deviceResolution;
    if (isWorld) x -= Math.floor((x + size) / world) * world;
    for (; x < view.deviceWidth; x += world) {
      // A little wider, because the edges of scaled pieces are half-transparent.
      if (x + size >= 0) context.drawImage(bitmap, x, y, size + 1, size + 1);
      if (!isWorld) break;
    }
  }
}

interface StandIns {
  /** The whole world; undefined if it has not been painted. */
  world: GroundGroup | undefined;
  /** The group that last filled the view. */
  last: GroundGroup | null;
  style: string;
}

/** Draws replacements for the missing pieces of a view: pieces of the last view, and the whole world below them. */
export function drawStandIns(
  context: CanvasRenderingContext2D,
  view: PieceView,
  { world, last, style }: StandIns,
) {
  const before = last !== null && last.pieces.size > 0 ? last : null;
  if (world && !(before && coversView(before, view))) drawScaled(context, world, view);
  if (before && (before.style === style || coversView(before, view))) drawScaled(context, before, view);
}

/** Draws the pieces of a view that its group has. */
export function drawPieces(
  context: CanvasRenderingContext2D,
  group: GroundGroup,
  pieces: readonly PieceInView[],
) {
  for (const { column, row, x, y } of pieces) {
    const piece = group.pieces.get(pieceKey(column, row));
    if (piece) context.drawImage(piece.bitmap, x, y);
  }
}
