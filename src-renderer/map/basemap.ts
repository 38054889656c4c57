import countries10 from 'world-atlas/countries-10m.json?url';
import countries50 from 'world-atlas/countries-50m.json?url';
import countries110 from 'world-atlas/countries-110m.json?url';
import type { BasemapLines, Parts } from '../geometry/basemap-lines.ts';
import { halfWorldMetres } from '../geometry/mercator.ts';
import { type CanvasLayer, createCanvasLayer, type Frame, worldsIn } from './canvas-layer.ts';
import { type Box, beyond, clipRing } from './clip.ts';
import type { Palette } from './palette.ts';

/** The level of detail by resolution (metres per pixel); each is loaded when it is first needed. */
const levels = [
  { address: countries110, from: 12_000 },
  { address: countries50, from: 1_500 },
  { address: countries10, from: 0 },
] as const;

/** The lines over the land, from the lowest to the highest. */
const strokes = [
  { lines: 'borders', colour: 'border', widthPx: 0.8 },
  { lines: 'coasts', colour: 'coast', widthPx: 0.9 },
] as const;

/** Beyond this much outside of the window, lines are cut. */
const marginPx = 64;

function boxOf(frame: Frame, world: number): Box {
  const margin = marginPx * frame.resolution;
  return {
    west: frame.left - world - margin,
    east: frame.left - world + frame.width * frame.resolution + margin,
    south: frame.top - frame.height * frame.resolution - margin,
    north: frame.top + margin,
  };
}

/** Returns the vertices of a part that are at least `least` apart, a little more than half a pixel. */
function thinned(parts: Parts, part: number, least: number): number[] {
  const { coordinates, starts } = parts;
  const from = starts[part] ?? 0;
  const to = starts[part + 1] ?? 0;
  const kept: number[] = [];
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  for (let at = from; at < to; at += 1) {
    const x = coordinates[2 * at] ?? 0;
    const y = coordinates[2 * at + 1] ?? 0;
    if (at > from && at < to - 1 && Math.abs(x - lastX) < least && Math.abs(y - lastY) < least) continue;
    kept.push(x, y);
    lastX = x;
    lastY = y;
  }
  return kept;
}

function inView(parts: Parts, part: number, box: Box, least: number): boolean {
  const west = parts.boxes[part * 4] ?? 0;
  const south = parts.boxes[part * 4 + 1] ?? 0;
  const east = parts.boxes[part * 4 + 2] ?? 0;
  const north = parts.boxes[part * 4 + 3] ?? 0;
  if (east < box.west || west > box.east || north < box.south || south > box.north) return false;
  return east - west >= least || north - south >= least;
}

function traceLand(frame: Frame, parts: Parts, world: number) {
  const { context, resolution, left, top } = frame;
  const box = boxOf(frame, world);
  for (let part = 0; part < parts.starts.length - 1; part += 1) {
    if (!inView(parts, part, box, resolution)) continue;
    const ring = clipRing(thinned(parts, part, 0.6 * resolution), box);
    for (let at = 0; at < ring.length; at += 2) {
      const x = ((ring[at] ?? 0) + world - left) / resolution;
      const y = (top - (ring[at + 1] ?? 0)) / resolution;
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
  }
}

function traceLines(frame: Frame, parts: Parts, world: number) {
  const { context, resolution, left, top } = frame;
  const box = boxOf(frame, world);
  for (let part = 0; part < parts.starts.length - 1; part += 1) {
    if (!inView(parts, part, box, 1.5 * resolution)) continue;
    const line = thinned(parts, part, 0.6 * resolution);
    let pen = false;
    for (let at = 2; at < line.length; at += 2) {
      const ax = line[at - 2] ?? 0;
      const ay = line[at - 1] ?? 0;
      const bx = line[at] ?? 0;
      const by = line[at + 1] ?? 0;
      if (beyond(box, ax, ay, bx, by)) {
        pen = false;
        continue;
      }
      if (!pen) context.moveTo((ax + world - left) / resolution, (top - ay) / resolution);
      context.lineTo((bx + world - left) / resolution, (top - by) / resolution);
      pen = true;
    }
  }
}

/** The lowest layer: land, coasts and borders from the embedded data. */
export interface Basemap extends CanvasLayer {
  /**
   * Returns true if more detailed lines for this resolution (metres per pixel) are loading; the map is drawn again when
   * they arrive.
   */
  isPending(resolution: number): boolean;
  destroy(): void;
}

/** Draws land, coasts and borders of the embedded Natural Earth data, in more detail as the view comes nearer. */
export function createBasemap(palette: () => Palette): Basemap {
  const worker = new Worker(new URL('./basemap-worker.ts', import.meta.url), { type: 'module' });
  const loaded = new Map<string, BasemapLines>();
  const asked = new Set<string>();

  function want(address: string) {
    if (asked.has(address)) return;
    asked.add(address);
    worker.postMessage({ address });
  }

  const levelFor = (resolution: number) => levels.findIndex((level) => resolution >= level.from);

  /** Returns the best available detail, and requests the right one. */
  function linesFor(resolution: number): BasemapLines | null {
    const right = levelFor(resolution);
    // The coarse level is small, so it is loaded first whatever the view.
    want(levels[0].address);
    if (loaded.size > 0) want(levels[right]?.address ?? levels[0].address);
    for (const level of [...levels.slice(0, right + 1).reverse(), ...levels.slice(right + 1)]) {
      const lines = loaded.get(level.address);
      if (lines) return lines;
    }
    return null;
  }

  function draw(frame: Frame) {
    const { context, width, height } = frame;
    const colours = palette();
    context.fillStyle = colours.water;
    context.fillRect(0, 0, width, height);
    const lines = linesFor(frame.resolution);
    if (!lines) return;
    const worlds = worldsIn(frame, halfWorldMetres);
    context.beginPath();
    for (const world of worlds) traceLand(frame, lines.land, world);
    context.fillStyle = colours.land;
    context.fill('evenodd');
    context.lineJoin = 'round';
    for (const stroke of strokes) {
      context.beginPath();
      for (const world of worlds) traceLines(frame, lines[stroke.lines], world);
      context.strokeStyle = colours[stroke.colour];
      context.lineWidth = stroke.widthPx;
      context.stroke();
    }
  }

  const canvas = createCanvasLayer(draw, 0);
  worker.addEventListener('message', (event: MessageEvent<{ address: string; lines?: BasemapLines }>) => {
    const { address, lines } = event.data;
    if (!lines) {
      // The next move requests it again. A redraw now would request it at once, and again after each failure.
      asked.delete(address);
      return;
    }
    loaded.set(address, lines);
    canvas.redraw();
  });
  return {
    ...canvas,
    isPending: (resolution) =>
      [levels[0], levels[levelFor(resolution)]].some(
        (level) => level !== undefined && asked.has(level.address) && !loaded.has(level.address),
      ),
    destroy: () => worker.terminate(),
  };
}
