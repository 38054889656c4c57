import { piecePx } from './ground-cache.ts';

/** The part of a view that is asked about pieces of the ground. */
export interface PieceView {
  /** The EPSG:3857 coordinate of the upper left pixel. */
  left: number;
  top: number;
  /** Metres of EPSG:3857 per device pixel. */
  deviceResolution: number;
  deviceWidth: number;
  deviceHeight: number;
}

/** A piece and where its upper left pixel lies in the view, in device pixels. */
export interface PieceInView {
  column: number;
  row: number;
  x: number;
  y: number;
}

/**
 * Returns the pieces that a view needs, those in the middle first. The grid begins at the coordinate 0, 0 and has whole
 * device pixels at every resolution, so that pieces meet without a seam and no line is blurred.
 */
export function piecesInView({
  left,
  top,
  deviceResolution,
  deviceWidth,
  deviceHeight,
}: PieceView): PieceInView[] {
  const firstX = Math.round(left / deviceResolution);
  const firstY = Math.round(-top / deviceResolution);
  const pieces: PieceInView[] = [];
  for (let row = Math.floor(firstY / piecePx); row * piecePx < firstY + deviceHeight; row += 1)
    for (let column = Math.floor(firstX / piecePx); column * piecePx < firstX + deviceWidth; column += 1)
      pieces.push({ column, row, x: column * piecePx - firstX, y: row * piecePx - firstY });
  const away = ({ x, y }: PieceInView) =>
    Math.hypot(x + piecePx / 2 - deviceWidth / 2, y + piecePx / 2 - deviceHeight / 2);
  return pieces.sort((a, b) => away(a) - away(b));
}
