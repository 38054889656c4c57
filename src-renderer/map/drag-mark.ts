import PointerInteraction from 'ol/interaction/Pointer.js';
import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { halfWorldMetres, worldMetres } from '../../src-shared/geometry/mercator.ts';
import type { Subject } from '../kit/state/selection.ts';
import type { MarkKey } from '../kit/state/subject-marks.ts';
import { createCanvasLayer, type Frame, worldsIn } from './canvas-layer.ts';
import type { MapHit } from './map-hit.ts';
import type { MapSubject } from './map-subject.ts';
import type { Palette } from './palette.ts';

interface MarkDragOptions {
  map: OlMap;
  subjects: readonly MapSubject[];
  palette: () => Palette;
  /** Returns everything under the pointer. */
  hits: (event: MapBrowserEvent) => readonly MapHit[];
  /** Returns where a point is, in EPSG:3857. */
  positionOf: (subject: Subject, key: MarkKey) => readonly [number, number] | null;
  /** Receives the place in EPSG:3857 where a point was dropped. */
  onDrop: (subject: Subject, key: MarkKey, to: readonly number[]) => void;
}

interface Dragged {
  subject: Subject;
  key: MarkKey;
  from: readonly [number, number];
  /** Null until the pointer has moved too far for a click. */
  to: readonly [number, number] | null;
  downAt: readonly number[];
}

/** A shorter move of the pointer is a click. */
const minPx = 4;

/** Returns the point that can be dragged among the hits, wherever it is among marks at the same place; null for none. */
export function findDraggable(
  subjects: readonly MapSubject[],
  hits: readonly MapHit[],
): { subject: Subject; key: MarkKey } | null {
  for (const hit of hits) {
    if (!('key' in hit)) continue;
    const drag = subjects.find(({ subject }) => subject === hit.subject)?.drag;
    if (drag?.canDrag(hit.key)) return hit;
  }
  return null;
}

/**
 * Creates the interaction that drags points of those subjects that allow it. A dragged point is drawn at the pointer, with a line
 * from its place; Escape cancels the drag.
 */
export function createMarkDrag({ map, subjects, palette, hits, positionOf, onDrop }: MarkDragOptions) {
  let dragged: Dragged | null = null;

  function draw(frame: Frame) {
    const { context, resolution, left, top } = frame;
    if (dragged === null || dragged.to === null) return;
    const { from, to } = dragged;
    context.lineWidth = 2;
    context.strokeStyle = palette().accent;
    for (const world of worldsIn(frame, halfWorldMetres)) {
      const pixel = ([x, y]: readonly [number, number]) =>
        [(x + world - left) / resolution, (top - y) / resolution] as const;
      context.setLineDash([4, 4]);
      context.beginPath();
      context.moveTo(...pixel(from));
      context.lineTo(...pixel(to));
      context.stroke();
      context.setLineDash([]);
      context.beginPath();
      context.arc(...pixel(to), 7, 0, 2 * Math.PI);
      context.fillStyle = palette().ground;
      context.fill();
      context.stroke();
    }
  }
  const canvas = createCanvasLayer(draw, 32, () => dragged?.to != null);

  function end() {
    window.removeEventListener('keydown', onKey, true);
    dragged = null;
    canvas.redraw();
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
  }

  const interaction = new PointerInteraction({
    handleDownEvent(event) {
      const { originalEvent } = event;
      if (!('button' in originalEvent) || originalEvent.button !== 0 || originalEvent.shiftKey) return false;
      const found = findDraggable(subjects, hits(event));
      if (found === null) return false;
      const { subject, key } = found;
      const from = positionOf(subject, key);
      if (from === null) return false;
      dragged = { subject, key, from, to: null, downAt: event.pixel };
      window.addEventListener('keydown', onKey, true);
      return true;
    },
    handleDragEvent(event) {
      if (dragged === null) return;
      const [downX = 0, downY = 0] = dragged.downAt;
      const [x = 0, y = 0] = event.pixel;
      if (dragged.to === null && Math.hypot(x - downX, y - downY) < minPx) return;
      const [east = 0, north = 0] = event.coordinate;
      // The place is taken in the same copy of the world as the point; otherwise the line would run around the globe.
      const turns = Math.round((east - dragged.from[0]) / worldMetres) * worldMetres;
      dragged = { ...dragged, to: [east - turns, north] };
      canvas.redraw();
    },
    handleUpEvent() {
      if (dragged?.to) onDrop(dragged.subject, dragged.key, dragged.to);
      if (dragged) end();
      return false;
    },
  });
  map.addInteraction(interaction);

  return {
    layer: canvas.layer,
    redraw: canvas.redraw,
    destroy() {
      end();
      map.removeInteraction(interaction);
      interaction.dispose();
    },
  };
}
