import { worldMetres } from '../../geometry/mercator.ts';
import { createCanvasLayer, type Frame } from '../canvas-layer.ts';
import type { BasemapClient } from './basemap-client.ts';
import type { BasemapColours } from './basemap-colours.ts';
import { createGroundCache, type GroundGroup, pieceKey, piecePx } from './ground-cache.ts';
import { coversView, type PieceInView, type PieceView, piecesInView } from './ground-pieces.ts';

interface GroundLayerOptions {
  client: Pick<BasemapClient, 'ask'>;
  colours(): BasemapColours;
  isVisible(): boolean;
  /** Called when the view asks for what is not drawn yet. */
  onPending(): void;
}

const leastCacheBytes = 96 * 2 ** 20;
const mostCacheBytes = 320 * 2 ** 20;
/** The whole world in four pieces: what is shown where nothing finer is at hand. */
const worldResolution = worldMetres / (2 * piecePx);

function viewOf({ width, height, resolution, left, top, ratio }: Frame): PieceView {
  return {
    left,
    top,
    deviceResolution: resolution / ratio,
    deviceWidth: Math.round(width * ratio),
    deviceHeight: Math.round(height * ratio),
  };
}

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
      // A little wider, because the edges of scaled pieces are half transparent.
      if (x + size >= 0) context.drawImage(bitmap, x, y, size + 1, size + 1);
      if (!isWorld) break;
    }
  }
}

/**
 * The lowest layer: land, water and borders. A worker paints pieces at the very resolution of the view, so that lines are
 * sharp at every zoom; until they arrive, the pieces of the last view are shown in their place, larger or smaller.
 */
export function createGroundLayer({ client, colours, isVisible, onPending }: GroundLayerOptions) {
  let cache = createGroundCache(leastCacheBytes);
  let cacheBytes = leastCacheBytes;
  const asked = new Map<string, { group: GroundGroup; cancel: () => void }>();
  /** Pieces that could not be painted: they are asked for again after the next move. */
  const failed = new Set<string>();
  /** The group that filled the view the last time. */
  let complete: GroundGroup | null = null;
  let needed = new Set<string>();
  let isPending = true;

  const styleOf = (ratio: number) => `${ratio} ${Object.values(colours()).join(' ')}`;
  const nameOf = (group: GroundGroup, key: string) => `${group.deviceResolution} ${group.style} ${key}`;

  function ask(group: GroundGroup, column: number, row: number, ratio: number) {
    const key = pieceKey(column, row);
    const name = nameOf(group, key);
    if (asked.has(name) || failed.has(name) || group.pieces.has(key)) return;
    const size = piecePx / ratio;
    const window = {
      left: column * piecePx * group.deviceResolution,
      top: -row * piecePx * group.deviceResolution,
      resolution: group.deviceResolution * ratio,
      width: size,
      height: size,
      ratio,
    };
    const cancel = client.ask({ kind: 'ground', window, colours: colours() }, ({ bitmap }) => {
      asked.delete(name);
      if (bitmap === null) failed.add(name);
      else
        cache.add(group, { bitmap, column, row }, (piece) => needed.has(pieceKey(piece.column, piece.row)));
      canvas.redraw();
    });
    asked.set(name, { group, cancel });
  }

  /** Cancels what is on its way for another view. */
  function cancelOthers(group: GroundGroup) {
    for (const [name, { group: other, cancel }] of asked) {
      const key = name.slice(nameOf(other, '').length);
      const isOwn = other.deviceResolution === group.deviceResolution && other.style === group.style;
      if (other.deviceResolution === worldResolution || (isOwn && needed.has(key))) continue;
      cancel();
      asked.delete(name);
    }
  }

  function grow(pieces: number) {
    const wanted = Math.min(mostCacheBytes, Math.max(leastCacheBytes, 3 * pieces * piecePx * piecePx * 4));
    if (wanted <= cacheBytes) return;
    cache.clear();
    complete = null;
    cacheBytes = wanted;
    cache = createGroundCache(wanted);
  }

  function drawBelow(context: CanvasRenderingContext2D, view: PieceView, style: string) {
    const world = cache.groups().find((group) => group.deviceResolution === worldResolution);
    const last = complete !== null && complete.pieces.size > 0 ? complete : null;
    if (world && !(last && coversView(last, view))) drawScaled(context, world, view);
    if (last && (last.style === style || coversView(last, view))) drawScaled(context, last, view);
  }

  function drawPieces(context: CanvasRenderingContext2D, group: GroundGroup, pieces: readonly PieceInView[]) {
    for (const { column, row, x, y } of pieces) {
      const piece = group.pieces.get(pieceKey(column, row));
      if (piece) context.drawImage(piece.bitmap, x, y);
    }
  }

  function draw(frame: Frame) {
    const { context, ratio, isMoving } = frame;
    const view = viewOf(frame);
    const style = styleOf(ratio);
    const pieces = piecesInView(view);
    grow(pieces.length);
    const group = cache.use(view.deviceResolution, style);
    needed = new Set(pieces.map(({ column, row }) => pieceKey(column, row)));
    const missing = pieces.filter(({ column, row }) => !group.pieces.has(pieceKey(column, row)));

    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colours().water;
    context.fillRect(0, 0, view.deviceWidth, view.deviceHeight);
    isPending = missing.some(({ column, row }) => !failed.has(nameOf(group, pieceKey(column, row))));
    const changesStyle = complete !== null && complete.style !== style;
    if (missing.length > 0) drawBelow(context, view, style);
    // A change of theme is shown when it is there as a whole.
    if (!isPending || !changesStyle) drawPieces(context, group, pieces);
    context.restore();

    if (missing.length === 0) complete = group;
    // While the zoom changes, each frame has another resolution: nobody sees what one of them asks for.
    if (isMoving && complete !== null && complete.deviceResolution !== group.deviceResolution) {
      onPending();
      return;
    }
    cancelOthers(group);
    for (const { column, row } of missing) ask(group, column, row, ratio);
    if (isPending) onPending();
    else askForWorld(ratio, style);
  }

  /** The whole world is asked for after the first view, which it must not delay. */
  function askForWorld(ratio: number, style: string) {
    const world = cache.use(worldResolution, style);
    for (const row of [-1, 0]) for (const column of [-1, 0]) ask(world, column, row, ratio);
  }

  const canvas = createCanvasLayer(draw, 0, isVisible);
  return {
    ...canvas,
    /** Returns true while the last view is not drawn completely. */
    isPending: () => isVisible() && isPending,
    /** Asks again for what could not be painted. */
    retry() {
      failed.clear();
    },
    destroy() {
      for (const { cancel } of asked.values()) cancel();
      cache.clear();
    },
  };
}
