import { halfWorldMetres } from '../geometry/mercator.ts';
import type { PointMarks } from '../state/subject-marks.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { createClusterStamps, largestClusterPx } from './cluster-stamps.ts';
import { createMarksDrawer, drawStamp } from './draw-marks.ts';
import { createGroupLevels, type GroupLevels } from './group-levels.ts';
import { type GroupedMarks, kindCount, type MarkGroups } from './group-marks.ts';
import { groupsAt, type PointHit } from './hit-groups.ts';
import type { Palette } from './palette.ts';
import { markKinds as kinds, type PlacedMarks, placeMarks } from './place-marks.ts';
import { createPointedLayer } from './pointed-layer.ts';
import type { StampPixels } from './stamp-sheet.ts';
import { drawStatusMark } from './status-shape.ts';

const radiusPx = 5;
const halfPx = radiusPx + 2;
/** The longest time that a frame groups marks; drawing has a time of its own. */
const groupingMs = 8;

/** Marks with their keys and their groups at each level of detail. */
interface PlacedPoints<Id> {
  ids: readonly Id[];
  /** In EPSG:3857. */
  x: Float64Array;
  y: Float64Array;
  /** For each mark, its index in `markKinds`. */
  kinds: Uint8Array;
  at: ReadonlyMap<Id, number>;
  levels: GroupLevels;
}

function inPlace<Id>(ids: readonly Id[], { x, y, kinds }: GroupedMarks): PlacedPoints<Id> {
  return {
    ...{ ids, x, y, kinds },
    at: new Map(ids.map((id, i) => [id, i])),
    levels: createGroupLevels({ x, y, kinds }),
  };
}

const noMarks = { x: new Float64Array(), y: new Float64Array(), kinds: new Uint8Array() };

/** What is on the screen: while marks or groups change, those of before. */
interface DrawnPoints<Id> {
  placed: PlacedPoints<Id>;
  groups: MarkGroups;
}

/** Draws marks that show a status by shape and colour; those that would overlap are drawn as clusters. */
export function createPointsLayer<Id>(palette: () => Palette) {
  let placed = inPlace<Id>([], noMarks);
  let drawn: DrawnPoints<Id> | null = null;
  let selectedId: Id | null = null;
  let isPending = false;
  let stamps: { key: string; byKind: StampPixels[] } = { key: '', byKind: [] };
  const clusterStamps = createClusterStamps();

  function stampsFor(ground: string, ratio: number): StampPixels[] {
    const key = `${ground} ${ratio}`;
    if (stamps.key !== key)
      stamps = {
        key,
        byKind: kinds.map((kind) =>
          drawStamp(2 * halfPx, ratio, (context) =>
            drawStatusMark(context, kind, halfPx, halfPx, radiusPx, ground),
          ),
        ),
      };
    return stamps.byKind;
  }

  function emphasize(frame: Frame, id: Id, isSelected: boolean) {
    const i = placed.at.get(id);
    if (i === undefined) return;
    const radius = radiusPx + (isSelected ? 2 : 1);
    const { context, resolution, left, top } = frame;
    for (const world of worldsIn(frame, halfWorldMetres)) {
      const x = ((placed.x[i] ?? 0) + world - left) / resolution;
      const y = (top - (placed.y[i] ?? 0)) / resolution;
      const kind = kinds[placed.kinds[i] ?? 0] ?? 'other';
      context.beginPath();
      context.arc(x, y, radius + 4, 0, 2 * Math.PI);
      context.strokeStyle = palette().accent;
      context.lineWidth = 2.5;
      context.stroke();
      drawStatusMark(context, kind, x, y, radius, palette().ground);
    }
  }

  const drawMarks = createMarksDrawer();

  function draw(given: Frame) {
    isPending = false;
    const frame: Frame = {
      ...given,
      askForMore() {
        isPending = true;
        given.askForMore();
      },
    };
    const groups = placed.levels.at(frame.resolution, performance.now() + groupingMs);
    const before = drawn;
    if (groups === null) frame.askForMore();
    else if (before?.groups !== groups) drawn = { placed, groups };
    if (drawn === null) return;
    const { ground, label: ink } = palette();
    const { ratio } = frame;
    const byKind = stampsFor(ground, ratio);
    const none = { size: 0, data: new Uint8ClampedArray() };
    const { sizes, firsts, kinds: counts, x, y } = drawn.groups;
    const own = drawn.placed.kinds;
    drawMarks(
      { ...frame, goesOn: frame.goesOn && before?.groups === drawn.groups },
      {
        ...{ x, y, halfPx: largestClusterPx, cellPx: null },
        styleOf: (group) => group,
        stampOf(group) {
          const size = sizes[group] ?? 1;
          if (size === 1) return byKind[own[firsts[group] ?? 0] ?? 0] ?? none;
          const from = group * kindCount;
          return clusterStamps.of(counts.subarray(from, from + kindCount), size, { ground, ink, ratio });
        },
      },
    );
  }

  const layers = createPointedLayer<Id>({
    hasContent: () => placed.ids.length > 0,
    draw,
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
    /** Sets marks that were projected elsewhere. */
    setPlaced(ids: readonly Id[], marks: PlacedMarks) {
      set(inPlace(ids, marks));
    },
    /** Returns the marks and clusters within reach of a place in EPSG:3857 (any world copy), the nearest first. */
    hits: (x: number, y: number, resolution: number): PointHit<Id>[] =>
      drawn === null ? [] : groupsAt(drawn, [x, y], { resolution, reachPx: 9, alone: selectedId }),
    positionOf(id: Id): readonly [number, number] | null {
      const i = placed.at.get(id);
      return i === undefined ? null : [placed.x[i] ?? 0, placed.y[i] ?? 0];
    },
    /** Returns true while some marks are not drawn yet. */
    isPending: () => isPending && placed.ids.length > 0,
    /** Returns all marks in EPSG:3857. */
    all: (): { x: Float64Array; y: Float64Array } => placed,
  };
}
