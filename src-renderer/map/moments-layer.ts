import { createCanvasLayer, type Frame, worldsIn } from './canvas-layer.ts';
import { type ContractColour, contractColours } from './contract-colours.ts';
import { kindColours, kindShapes } from './kind-look.ts';
import { halfWorldMetres, worldMetres } from './mercator.ts';
import { agendaKinds, type Moments } from './moments.ts';
import type { Palette } from './palette.ts';

const halfPx = 8;
/** Marks nearer than this to one of the same look are not drawn twice. */
const cellPx = 3;
const reachPx = 9;

/** What of the moments is drawn, and how. */
export interface MomentsLook {
  moments: Moments | null;
  /** Minutes since 1970, from (included) to (not included); null for all. */
  range: readonly [number, number] | null;
  /** By contract; null while one alone is shown: then colours tell the kinds. */
  colours: ReadonlyMap<string | null, ContractColour> | null;
}

const isDark = () => document.documentElement.dataset.mantineColorScheme === 'dark';

function colourOf(look: MomentsLook, kind: number, contract: number): string {
  const name = agendaKinds[kind] ?? 'scene';
  if (look.colours === null) return kindColours[name];
  const wanted = look.colours.get(look.moments?.contractIds[contract] ?? null);
  const found = contractColours.find((each) => each.name === wanted) ?? contractColours[0];
  return isDark() ? found.dark : found.light;
}

function drawMark(context: CanvasRenderingContext2D, kind: number, colour: string, ground: string) {
  const { path, hollow } = kindShapes[agendaKinds[kind] ?? 'scene'];
  const shape = new Path2D(path);
  context.lineJoin = 'round';
  context.strokeStyle = ground;
  context.lineWidth = hollow ? 4.5 : 3;
  context.stroke(shape);
  context.fillStyle = hollow ? ground : colour;
  context.fill(shape);
  if (!hollow) return;
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.stroke(shape);
}

/** The map by time: only what falls into the range is drawn and can be hit. */
export function createMomentsLayer(palette: () => Palette) {
  let look: MomentsLook = { moments: null, range: null, colours: null };
  let hovered: number | null = null;
  let selected: number | null = null;
  const stamps = new Map<string, HTMLCanvasElement>();

  function stamp(kind: number, contract: number): HTMLCanvasElement {
    const ratio = window.devicePixelRatio || 1;
    const colour = colourOf(look, kind, contract);
    const key = `${kind} ${colour} ${palette().ground} ${ratio}`;
    const known = stamps.get(key);
    if (known) return known;
    const canvas = document.createElement('canvas');
    canvas.width = 2 * halfPx * ratio;
    canvas.height = 2 * halfPx * ratio;
    const context = canvas.getContext('2d');
    context?.scale(ratio, ratio);
    context?.translate(halfPx, halfPx);
    if (context) drawMark(context, kind, colour, palette().ground);
    if (stamps.size > 200) stamps.clear();
    stamps.set(key, canvas);
    return canvas;
  }

  const isIn = (moments: Moments, i: number) => {
    const minute = moments.minutes[i] ?? 0;
    return look.range === null || (minute >= look.range[0] && minute < look.range[1]);
  };

  function emphasize(frame: Frame, i: number | null) {
    const { moments } = look;
    if (moments === null || i === null || i >= moments.count || !isIn(moments, i)) return;
    const { context, resolution, left, top } = frame;
    for (const world of worldsIn(frame, halfWorldMetres)) {
      const x = ((moments.x[i] ?? 0) + world - left) / resolution;
      const y = (top - (moments.y[i] ?? 0)) / resolution;
      context.beginPath();
      context.arc(x, y, 10, 0, 2 * Math.PI);
      context.strokeStyle = palette().accent;
      context.lineWidth = 2.5;
      context.stroke();
      const image = stamp(moments.kinds[i] ?? 0, moments.contracts[i] ?? 0);
      context.drawImage(image, x - halfPx, y - halfPx, 2 * halfPx, 2 * halfPx);
    }
  }

  function draw(frame: Frame) {
    const { moments } = look;
    if (moments === null) return;
    const { context, width, height, resolution, left, top } = frame;
    const columns = Math.ceil(width / cellPx) + 1;
    const taken = new Uint32Array(columns * (Math.ceil(height / cellPx) + 1));
    for (const world of worldsIn(frame, halfWorldMetres)) {
      for (let i = 0; i < moments.count; i += 1) {
        if (!isIn(moments, i)) continue;
        const x = ((moments.x[i] ?? 0) + world - left) / resolution;
        const y = (top - (moments.y[i] ?? 0)) / resolution;
        if (x < -halfPx || y < -halfPx || x > width + halfPx || y > height + halfPx) continue;
        const kind = moments.kinds[i] ?? 0;
        const contract = moments.contracts[i] ?? 0;
        if (x >= 0 && y >= 0) {
          const cell = Math.floor(y / cellPx) * columns + Math.floor(x / cellPx);
          const bit = 1 << ((kind + agendaKinds.length * contract) % 32);
          if (((taken[cell] ?? 0) & bit) !== 0) continue;
          taken[cell] = (taken[cell] ?? 0) | bit;
        }
        context.drawImage(stamp(kind, contract), x - halfPx, y - halfPx, 2 * halfPx, 2 * halfPx);
      }
    }
  }

  /** On a canvas of its own: the pointer goes over many, and the others need not be drawn again for it. */
  function drawEmphasis(frame: Frame) {
    if (hovered !== selected) emphasize(frame, hovered);
    emphasize(frame, selected);
  }

  const indexOf = (key: string | null) => (key === null ? null : (look.moments?.indexOf(key) ?? null));

  const canvas = createCanvasLayer(draw, 20);
  const over = createCanvasLayer(drawEmphasis, 21);
  const redraw = () => {
    canvas.redraw();
    over.redraw();
  };
  return {
    ...canvas,
    redraw,
    over,
    setLook(next: MomentsLook) {
      if (next.moments !== look.moments) {
        hovered = null;
        selected = null;
      }
      look = next;
      redraw();
    },
    /** How many are drawn, off the screen as well. */
    inRange(): number {
      const { moments } = look;
      if (moments === null) return 0;
      let count = 0;
      for (let i = 0; i < moments.count; i += 1) if (isIn(moments, i)) count += 1;
      return count;
    },
    setEmphasis(nextHovered: string | null, nextSelected: string | null) {
      const [h, s] = [indexOf(nextHovered), indexOf(nextSelected)];
      if (h === hovered && s === selected) return;
      hovered = h;
      selected = s;
      over.redraw();
    },
    /** The nearest within reach of a place in EPSG:3857 (any world copy), and when it is. */
    hit(x: number, y: number, resolution: number): { key: string; minute: number } | null {
      const { moments } = look;
      if (moments === null) return null;
      let nearest: number | null = null;
      let best = (reachPx * resolution) ** 2;
      for (let i = 0; i < moments.count; i += 1) {
        if (!isIn(moments, i)) continue;
        const apart = Math.abs((moments.x[i] ?? 0) - x) % worldMetres;
        const dx = Math.min(apart, worldMetres - apart);
        const dy = (moments.y[i] ?? 0) - y;
        if (dx * dx + dy * dy >= best) continue;
        best = dx * dx + dy * dy;
        nearest = i;
      }
      return nearest === null ? null : { key: moments.keyOf(nearest), minute: moments.minutes[nearest] ?? 0 };
    },
    positionOf(key: string): readonly [number, number] | null {
      const i = indexOf(key);
      return i === null ? null : [look.moments?.x[i] ?? 0, look.moments?.y[i] ?? 0];
    },
  };
}
export type MomentsLayer = ReturnType<typeof createMomentsLayer>;
