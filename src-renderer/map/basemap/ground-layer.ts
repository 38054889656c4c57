import { worldMetres } from '../../../src-shared/geometry/mercator.ts';
import { createCanvasLayer, type Frame } from '../canvas-layer.ts';
import type { BasemapClient } from './basemap-client.ts';
import type { BasemapColours } from './basemap-colours.ts';
import { createGroundCache, type GroundGroup, pieceKey, piecePx } from './ground-cache.ts';
import { coversView, type PieceInView, type PieceView, piecesInView } from './ground-pieces.ts';
import { createGroundRequests } from './ground-requests.ts';

/** The resolution at which four pieces show the whole world. They are drawn where nothing finer has been painted. */
const worldResolution = worldMetres / (2 * piecePx);

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
function drawStandIns(context: CanvasRenderingContext2D, view: PieceView, { world, last, style }: StandIns) {
  const before = last !== null && last.pieces.size > 0 ? last : null;
  if (world && !(before && coversView(before, view))) drawScaled(context, world, view);
  if (before && (before.style === style || coversView(before, view))) drawScaled(context, before, view);
}

/** Draws the pieces of a view that its group has. */
function drawPieces(context: CanvasRenderingContext2D, group: GroundGroup, pieces: readonly PieceInView[]) {
  for (const { column, row, x, y } of pieces) {
    const piece = group.pieces.get(pieceKey(column, row));
    if (piece) context.drawImage(piece.bitmap, x, y);
  }
}

interface GroundLayerOptions {
  client: Pick<BasemapClient, 'request'>;
  colours(): BasemapColours;
  isVisible(): boolean;
  /** Called when a part of the view is not drawn yet. */
  onPending(): void;
}

const minCacheBytes = 96 * 2 ** 20;
const maxCacheBytes = 320 * 2 ** 20;

function viewOf({ width, height, resolution, left, top, ratio }: Frame): PieceView {
  return {
    left,
    top,
    deviceResolution: resolution / ratio,
    deviceWidth: Math.round(width * ratio),
    deviceHeight: Math.round(height * ratio),
  };
}

/**
 * Creates the lowest layer: land, water and borders. A worker paints pieces at exactly the resolution of the view, so that lines
 * are sharp at every zoom. Until they arrive, the pieces of the last view are shown scaled.
 */
export function createGroundLayer({ client, colours, isVisible, onPending }: GroundLayerOptions) {
  let cacheBytes = minCacheBytes;
  let cache = createGroundCache(cacheBytes);
  /** The last group that filled the view. */
  let complete: GroundGroup | null = null;
  let needed = new Set<string>();
  let isPending = true;

  const styleOf = (ratio: number) => `${ratio} ${Object.values(colours()).join(' ')}`;
  const requests = createGroundRequests({
    client,
    colours,
    onAnswer(group, piece) {
      if (piece !== null) cache.add(group, piece, ({ column, row }) => needed.has(pieceKey(column, row)));
      canvas.redraw();
    },
  });

  function grow(pieces: number) {
    const wanted = Math.min(maxCacheBytes, Math.max(minCacheBytes, 3 * pieces * piecePx * piecePx * 4));
    if (wanted <= cacheBytes) return;
    cache.clear();
    complete = null;
    cacheBytes = wanted;
    cache = createGroundCache(wanted);
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
    isPending = missing.some(({ column, row }) => !requests.hasFailed(group, pieceKey(column, row)));
    const changesStyle = complete !== null && complete.style !== style;
    if (missing.length > 0) {
      const world = cache.groups().find(({ deviceResolution }) => deviceResolution === worldResolution);
      drawStandIns(context, view, { world, last: complete, style });
    }
    // A new theme is shown only when all its pieces are painted.
    if (!isPending || !changesStyle) drawPieces(context, group, pieces);
    context.restore();

    if (missing.length === 0) complete = group;
    // While the zoom changes, each frame has another resolution, and its pieces would be outdated when they arrive.
    if (isMoving && complete !== null && complete.deviceResolution !== group.deviceResolution) {
      onPending();
      return;
    }
    requests.cancelExcept(group, needed, worldResolution);
    for (const { column, row } of missing) requests.request(group, { column, row, ratio });
    if (isPending) onPending();
    else requestWorld(ratio, style);
  }

  /** Requests the whole world, after the first view so as not to delay it. */
  function requestWorld(ratio: number, style: string) {
    const world = cache.use(worldResolution, style);
    for (const row of [-1, 0]) for (const column of [-1, 0]) requests.request(world, { column, row, ratio });
  }

  const canvas = createCanvasLayer(draw, 0, isVisible);
  return {
    ...canvas,
    /** Returns true while the last view is not drawn completely. */
    isPending: () => isVisible() && isPending,
    /** Lets pieces that could not be painted be requested again by the next frame. */
    retry: requests.retry,
    destroy() {
      requests.cancelAll();
      cache.clear();
    },
  };
}
