import { pieceKey, piecePx } from './ground-cache.ts';

/** The part of a view that decides which pieces of the ground it needs. */
export interface PieceView {
  /** The EPSG:3857 coordinate of the upper left pixel. */
  left: number;
  top: number;
  /** Metres of EPSG:3857 per device pixel. */
  deviceResolution: number;
  deviceWidth: number;
  deviceHeight: number;
}

/** A piece with the position of its upper left pixel in the view, in device pixels. */
export interface PieceInView {
  column: number;
  row: number;
  x: number;
  y: number;
}

/** Returns the upper left pixel of a view in the grid of pieces, and the ranges of columns and rows, ends excluded. */
function gridOf({ left, top, deviceResolution, deviceWidth, deviceHeight }: PieceView) {
  const x = Math.round(left / deviceResolution);
  const y = Math.round(-top / deviceResolution);
  return {
    x,
    y,
    columns: [Math.floor(x / piecePx), Math.ceil((x + deviceWidth) / piecePx)] as const,
    rows: [Math.floor(y / piecePx), Math.ceil((y + deviceHeight) / piecePx)] as const,
  };
}

/** Returns how many pieces a view needs, which are millions for a view of the world at a fine resolution. */
export function countPieces(view: PieceView): number {
  const { columns, rows } = gridOf(view);
  return (columns[1] - columns[0]) * (rows[1] - rows[0]);
}

/**
 * Returns the pieces that a view needs, those in the middle first. The grid starts at the coordinate 0, 0 and has whole device
 * pixels at every resolution, so that pieces meet without a seam and no line is blurred.
 */
export function piecesInView(view: PieceView): PieceInView[] {
  const { x, y, columns, rows } = gridOf(view);
  const pieces: PieceInView[] = [];
  for (let row = rows[0]; row < rows[1]; row += 1)
    for (let column = columns[0]; column < columns[1]; column += 1)
      pieces.push({ column, row, x: column * piecePx - x, y: row * piecePx - y });
  const away = (piece: PieceInView) =>
    Math.hypot(piece.x + (piecePx - view.deviceWidth) / 2, piece.y + (piecePx - view.deviceHeight) / 2);
  return pieces.sort((a, b) => away(a) - away(b));
}

/** Returns true if pieces of another resolution fill a view. */
export function coversView(
  { deviceResolution, pieces }: { deviceResolution: number; pieces: ReadonlyMap<string, unknown> },
  view: PieceView,
): boolean {
  const scale = view.deviceResolution / deviceResolution;
  const scaled = {
    ...view,
    deviceResolution,
    deviceWidth: view.deviceWidth * scale,
    deviceHeight: view.deviceHeight * scale,
  };
  // Listing millions of pieces would block the page for seconds, for example when the view moves from a town to the world.
  if (countPieces(scaled) > pieces.size) return false;
  return piecesInView(scaled).every(({ column, row }) => pieces.has(pieceKey(column, row)));
}
