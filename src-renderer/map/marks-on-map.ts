import {
  type LibrarySceneId,
  type OrderId,
  orderIdSchema,
  type SubmissionId,
  type TaskId,
} from '../../src-preload/contract/ids.ts';
import type { SceneFootprints } from '../../src-preload/contract/library.ts';
import type { OrderPlaces } from '../../src-preload/contract/orders.ts';
import type { CommandPlaces } from '../../src-preload/contract/outbox.ts';
import type { TaskTargets } from '../../src-preload/contract/tasking.ts';
import type { CanvasLayer } from './canvas-layer.ts';
import { commandMark } from './command-mark.ts';
import { createFootprintsLayer } from './footprints-layer.ts';
import { createMomentsLayer } from './moments-layer.ts';
import type { MomentsDisplay } from './moments-store.ts';
import { createOrderPlacer, type OrdersInPlace } from './order-placer.ts';
import type { Palette } from './palette.ts';
import { createTargetsLayer } from './targets-layer.ts';

/** The mark at a place on the map; at most one of the fields is not null. */
export interface MapHit {
  taskId: TaskId | null;
  sceneId: LibrarySceneId | null;
  orderId: OrderId | null;
  commandId: SubmissionId | null;
  /** The key of the timeline entry and its time. */
  moment: { key: string; minute: number } | null;
}

/** The value if no mark is under the pointer. */
export const noHit: MapHit = { taskId: null, sceneId: null, orderId: null, commandId: null, moment: null };

interface MarksOptions {
  palette: () => Palette;
  /** Its data attributes contain the selection and the number of moments drawn. */
  container: HTMLElement;
  /** Moves the view to a place in EPSG:3857 if it is out of view. */
  panIntoView: (place: readonly [number, number] | null) => void;
}

/** Draws the orders: a mark for each and the areas of those that have one. Both are projected in a worker. */
function createOrderMarks({ palette, panIntoView }: MarksOptions) {
  const marks = createTargetsLayer<string>(palette);
  const areas = createFootprintsLayer<string>(palette);
  /** The order to move into view as soon as the places are known. */
  let toReveal: OrderId | null = null;

  function show(orders: OrdersInPlace | null) {
    const waiting = toReveal;
    toReveal = null;
    if (orders === null) {
      marks.setTargets(null);
      areas.setFootprints(null);
      return;
    }
    marks.setPlaced(orders.ids, orders.marks);
    areas.setPlaced(orders.areaIds, orders.areas);
    if (waiting !== null) panIntoView(marks.positionOf(waiting));
  }
  const placer = createOrderPlacer(show);

  return {
    marks,
    areas,
    setPlaces: (places: OrderPlaces | null) => placer.ask(places),
    setEmphasis(hovered: OrderId | null, selected: OrderId | null) {
      marks.setEmphasis(hovered, selected);
      areas.setEmphasis(hovered, selected);
    },
    /** Moves an order into view, at once or as soon as the places are known. */
    reveal(orderId: OrderId) {
      const position = marks.positionOf(orderId);
      toReveal = placer.isBusy() ? orderId : null;
      panIntoView(position);
    },
    destroy: () => placer.destroy(),
  };
}

/** Draws the marks of tasks, orders, commands, scenes and moments, and finds the one at a place. */
export function createMarksOnMap(options: MarksOptions) {
  const { palette, container, panIntoView } = options;
  const footprints = createFootprintsLayer<LibrarySceneId>(palette);
  const targets = createTargetsLayer<TaskId>(palette);
  const orders = createOrderMarks(options);
  const commands = createTargetsLayer<SubmissionId>(palette);
  const moments = createMomentsLayer(palette);
  const layers = [footprints, orders.areas, targets, orders.marks, commands, moments];
  const selectedByName = new Map<string, string | number>();

  /** Writes the selection to the data attributes; hovered marks are not included. */
  function tellSelected(name: 'task' | 'scene' | 'order' | 'command', id: string | number | null) {
    if (id === null) selectedByName.delete(name);
    else selectedByName.set(name, id);
    container.dataset.selected = [...selectedByName].map((pair) => pair.join(' ')).join(' ');
  }

  return {
    /** The layers from the lowest to the highest. */
    layers: layers satisfies readonly CanvasLayer[],
    /** The layers of highlighted marks, above all others. */
    over: layers.map((each) => each.over),

    setTargets(tasks: TaskTargets | null) {
      targets.setTargets(
        tasks && {
          ids: tasks.taskIds,
          longitudes: tasks.longitudes,
          latitudes: tasks.latitudes,
          kinds: tasks.statusKinds,
        },
      );
    },
    setTaskEmphasis(hovered: TaskId | null, selected: TaskId | null) {
      targets.setEmphasis(hovered, selected);
      tellSelected('task', selected);
    },
    revealTask: (taskId: TaskId) => panIntoView(targets.positionOf(taskId)),

    setOrders: orders.setPlaces,
    setOrderEmphasis(hovered: OrderId | null, selected: OrderId | null) {
      orders.setEmphasis(hovered, selected);
      tellSelected('order', selected);
    },
    revealOrder: orders.reveal,

    setCommands(places: CommandPlaces | null) {
      commands.setTargets(
        places && {
          ids: places.ids,
          longitudes: places.longitudes,
          latitudes: places.latitudes,
          kinds: places.states.map((state) => commandMark[state]),
        },
      );
    },
    setCommandEmphasis(hovered: SubmissionId | null, selected: SubmissionId | null) {
      commands.setEmphasis(hovered, selected);
      tellSelected('command', selected);
    },
    revealCommand: (id: SubmissionId) => panIntoView(commands.positionOf(id)),

    setFootprints(scenes: SceneFootprints | null) {
      footprints.setFootprints(
        scenes && { ids: scenes.librarySceneIds, rings: scenes.rings, solid: scenes.onDisk },
      );
    },
    setSceneEmphasis(hovered: LibrarySceneId | null, selected: LibrarySceneId | null) {
      footprints.setEmphasis(hovered, selected);
      tellSelected('scene', selected);
    },
    /** Returns the footprint at a place in EPSG:3857, even if another mark covers it. */
    sceneAt: (x: number, y: number, resolution: number) => footprints.hit(x, y, resolution),

    /** Shows the time map; null shows the marks of all times. */
    setMoments(display: MomentsDisplay | null) {
      moments.setDisplay(display ?? { moments: null, range: null, colours: null });
      container.dataset.moments = display === null ? '' : String(moments.inRange());
    },
    setMomentEmphasis: (hovered: string | null, selected: string | null) =>
      moments.setEmphasis(hovered, selected),
    revealMoment: (key: string) => panIntoView(moments.positionOf(key)),

    /** Returns the topmost mark at a place in EPSG:3857. */
    hit(x: number, y: number, resolution: number): MapHit {
      const moment = moments.hit(x, y, resolution);
      if (moment !== null) return { ...noHit, moment };
      const taskId = targets.hit(x, y, resolution);
      if (taskId !== null) return { ...noHit, taskId };
      const commandId = commands.hit(x, y, resolution);
      if (commandId !== null) return { ...noHit, commandId };
      // An order with an area is also hit only at its mark, because the areas of many orders overlap.
      const orderId = orders.marks.hit(x, y, resolution);
      return orderId === null
        ? { ...noHit, sceneId: footprints.hit(x, y, resolution) }
        : { ...noHit, orderId: orderIdSchema.parse(orderId) };
    },
    destroy: orders.destroy,
  };
}
/** All marks of the map: tasks, orders, commands, scenes and moments. */
export type MarksOnMap = ReturnType<typeof createMarksOnMap>;
