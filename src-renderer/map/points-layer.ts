import { halfWorldMetres } from '../../src-shared/geometry/mercator.ts';
import type { PointMarks } from '../kit/state/subject-marks.ts';
import { type Frame, pixelsOfPlace } from './canvas-layer.ts';
import { createClusterStamps, largestClusterPx } from './cluster-stamps.ts';
import { createMarksDrawer } from './draw-marks.ts';
import { createGroupLevels, type GroupLevels } from './group-levels.ts';
import { type GroupedMarks, kindCount, type MarkGroups } from './group-marks.ts';
import { groupsAt, type PointHit } from './hit-groups.ts';
import { drawMarkRing } from './mark-ring.ts';
import type { Palette } from './palette.ts';
import { markKinds as kinds, type PlacedMarks, placeMarks } from './place-marks.ts';
import { createPointedLayer } from './pointed-layer.ts';
import { drawStatusMark } from './status-shape.ts';
import { createStatusStamps, statusRadiusPx as radiusPx } from './status-stamps.ts';
import { createUnfinishedDrawing } from './unfinished-drawing.ts';

/** The maximum time that a frame spends on grouping marks, besides that for drawing. */
const groupingMs = 8;

/** Marks with their keys and their groups at each level of detail. */
interface PlacedPoints<Id> {
  ids: readonly Id[];
  /** In EPSG:3857. */
  x: Float64Array;
  y: Float64Array;
  /** The index of each mark's kind in `markKinds`. */
  kinds: Uint8Array;
  at: ReadonlyMap<Id, number>;
  levels: GroupLevels;
}

function inPlace<Id>(ids: readonly Id[], { x, y, kinds }: GroupedMarks): PlacedPoints<Id> {
  return {
    ids,
    x,
    y,
    kinds,
    at: new Map(ids.map((id, i) => [id, i])),
    levels: createGroupLevels({ x, y, kinds }),
  };
}

const noMarks = { x: new Float64Array(), y: new Float64Array(), kinds: new Uint8Array() };

const noStamp = { size: 0, data: new Uint8ClampedArray() };

/** What is on the screen. While marks or groups are being computed, these are the previous ones. */
interface DrawnPoints<Id> {
  placed: PlacedPoints<Id>;
  groups: MarkGroups;
}

/** Creates the layer of marks that show a status by shape and colour. Marks that would overlap are drawn as clusters. */
export function createPointsLayer<Id>(palette: () => Palette) {
  let placed = inPlace<Id>([], noMarks);
  let drawn: DrawnPoints<Id> | null = null;
  let selectedId: Id | null = null;
  const stampsFor = createStatusStamps();
  const clusterStamps = createClusterStamps();
  const drawMarks = createMarksDrawer();

  const placeOf = (id: Id): readonly [number, number] | null => {
    const i = placed.at.get(id);
    return i === undefined ? null : [placed.x[i] ?? 0, placed.y[i] ?? 0];
  };

  function emphasize(frame: Frame, id: Id, isSelected: boolean) {
    const place = placeOf(id);
    if (place === null) return;
    const kind = kinds[placed.kinds[placed.at.get(id) ?? 0] ?? 0] ?? 'other';
    const radius = radiusPx + (isSelected ? 2 : 1);
    const { ground, accent } = palette();
    for (const { x, y } of pixelsOfPlace(frame, place, halfWorldMetres)) {
      drawMarkRing(frame.context, { x, y, radius: radius + 4, colour: accent });
      drawStatusMark(frame.context, kind, x, y, radius, ground);
    }
  }

  const drawing = createUnfinishedDrawing((frame) => {
    const groups = placed.levels.at(frame.resolution, performance.now() + groupingMs);
    const before = drawn;
    if (groups === null) frame.requestMore();
    else if (before?.groups !== groups) drawn = { placed, groups };
    if (drawn === null) return;
    const { ground, label: ink } = palette();
    const { ratio } = frame;
    const byKind = stampsFor(ground, ratio);
    const { sizes, firsts, kinds: counts, x, y } = drawn.groups;
    const own = drawn.placed.kinds;
    drawMarks(
      { ...frame, isContinuation: frame.isContinuation && before?.groups === drawn.groups },
      {
        x,
        y,
        halfPx: largestClusterPx,
        cellPx: null,
        styleOf: (group) => group,
        stampOf(group) {
          const size = sizes[group] ?? 1;
          if (size === 1) return byKind[own[firsts[group] ?? 0] ?? 0] ?? noStamp;
          const from = group * kindCount;
          return clusterStamps.of(counts.subarray(from, from + kindCount), size, { ground, ink, ratio });
        },
      },
    );
  });

  const layers = createPointedLayer<Id>({
    hasContent: () => placed.ids.length > 0,
    draw: drawing.draw,
    emphasize,
    zIndex: 20,
  });

  function set(next: PlacedPoints<Id>) {
    placed = next;
    if (next.ids.length === 0) drawn = null;
    layers.redraw();
  }

  return {
    ...layers,
    setEmphasis(hovered: Id | null, selected: Id | null) {
      selectedId = selected;
      layers.setEmphasis(hovered, selected);
    },
    setPoints(points: PointMarks<Id> | null) {
      set(points ? inPlace(points.ids, placeMarks(points)) : inPlace([], noMarks));
    },
    /** Sets marks that were already projected. */
    setPlaced(ids: readonly Id[], marks: PlacedMarks) {
      set(inPlace(ids, marks));
    },
    /** Returns the marks and clusters within reach of a place in EPSG:3857 (any world copy), the nearest first. */
    hits: (x: number, y: number, resolution: number): PointHit<Id>[] =>
      drawn === null ? [] : groupsAt(drawn, [x, y], { resolution, reachPx: 9, alone: selectedId }),
    /** Returns the place of a mark in EPSG:3857; null if it is not among the marks. */
    positionOf: placeOf,
    /** Returns true while some marks are not drawn yet. */
    isPending: () => drawing.isUnfinished() && placed.ids.length > 0,
    /** Returns all marks in EPSG:3857. */
    all: (): { x: Float64Array; y: Float64Array } => placed,
  };
}
