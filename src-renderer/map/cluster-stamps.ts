import { drawStamp } from './draw-marks.ts';
import { markKinds } from './place-marks.ts';
import type { StampPixels } from './stamp-sheet.ts';
import { statusColours } from './status-colours.ts';

/** The number of parts of a cluster's ring. Fewer would hide small fractions, and more could not be distinguished. */
const parts = 16;
/** The number of cached stamps, which is more than one view needs. Beyond it the cache is cleared. */
const maxStamps = 1_500;
const fonts = '"Inter Variable", system-ui, sans-serif';
const ringPx = 3.5;
const haloPx = 1.5;

/** Returns the radius of a cluster in CSS pixels, which grows with the digits of its number. */
export function clusterRadius(size: number): number {
  return 9 + 2 * Math.min(4, Math.floor(Math.log10(size)) + 1);
}

/** The largest distance from the middle of a cluster to the edge of its stamp, in CSS pixels. */
export const largestClusterPx = clusterRadius(1_000_000) + haloPx;

/** Returns the number of a cluster as its mark shows it, with `k` for thousands from 10,000 on. */
export function clusterLabel(size: number): string {
  return size < 10_000 ? String(size) : `${Math.round(size / 1_000)}k`;
}

/**
 * Returns how many of all parts of the ring each kind has: in proportion to its marks, but at least one if it has any, so that a
 * single failed task among hundreds is visible.
 */
export function ringParts(counts: readonly number[], all = parts): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const partCounts = counts.map((count) =>
    count === 0 ? 0 : Math.max(1, Math.floor((count / total) * all)),
  );
  // The parts that rounding left over, or assigned too often, are corrected at the kinds with the greatest deviation.
  for (;;) {
    const off = all - partCounts.reduce((sum, count) => sum + count, 0);
    if (off === 0) return partCounts;
    const step = Math.sign(off);
    let best = -1;
    let max = Number.NEGATIVE_INFINITY;
    for (const [kind, count] of counts.entries()) {
      const own = partCounts[kind] ?? 0;
      if (count === 0 || (step < 0 && own <= 1)) continue;
      const lacks = step * ((count / total) * all - own);
      if (lacks <= max) continue;
      max = lacks;
      best = kind;
    }
    if (best < 0) return partCounts;
    partCounts[best] = (partCounts[best] ?? 0) + step;
  }
}

interface ClusterStyle {
  /** The colours of the middle and of the number. */
  ground: string;
  ink: string;
  ratio: number;
}

function drawCluster(
  context: CanvasRenderingContext2D,
  { size, ring, style }: { size: number; ring: readonly number[]; style: ClusterStyle },
) {
  const radius = clusterRadius(size);
  context.translate(radius + haloPx, radius + haloPx);
  context.beginPath();
  context.arc(0, 0, radius + haloPx, 0, 2 * Math.PI);
  context.fillStyle = style.ground;
  context.fill();
  context.lineWidth = ringPx;
  let from = -Math.PI / 2;
  for (const [kind, partCount] of ring.entries()) {
    if (partCount === 0) continue;
    const to = from + (partCount / parts) * 2 * Math.PI;
    context.beginPath();
    context.arc(0, 0, radius - ringPx / 2, from, to);
    context.strokeStyle = statusColours[markKinds[kind] ?? 'other'];
    context.stroke();
    from = to;
  }
  const label = clusterLabel(size);
  context.font = `600 ${label.length > 3 ? 9.5 : 10.5}px ${fonts}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = style.ink;
  context.fillText(label, 0, 0.5);
}

/**
 * Creates the cache of the stamps of clusters: the number of marks in a ring whose colours show their statuses. Equal stamps are
 * drawn once.
 */
export function createClusterStamps() {
  let stamps = new Map<string, StampPixels>();
  let lastStyle = '';
  return {
    /** Returns the stamp of a cluster with `size` marks; `counts` has their number by kind. */
    of(counts: Uint32Array, size: number, style: ClusterStyle): StampPixels {
      // Numbers that were drawn before their font was loaded are drawn again.
      const hasFont = document.fonts.check(`600 10.5px ${fonts}`);
      const nextStyle = `${style.ground} ${style.ink} ${style.ratio} ${hasFont}`;
      if (nextStyle !== lastStyle || stamps.size > maxStamps) stamps = new Map();
      lastStyle = nextStyle;
      const ring = ringParts([...counts]);
      const key = `${clusterLabel(size)} ${ring.join(' ')}`;
      const stored = stamps.get(key);
      if (stored) return stored;
      const stamp = drawStamp(2 * (clusterRadius(size) + haloPx), style.ratio, (context) =>
        drawCluster(context, { size, ring, style }),
      );
      stamps.set(key, stamp);
      return stamp;
    },
  };
}
