import Feature from 'ol/Feature.js';
import Circle from 'ol/geom/Circle.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Polygon, { fromCircle } from 'ol/geom/Polygon.js';
import Draw, { createBox } from 'ol/interaction/Draw.js';
import Modify from 'ol/interaction/Modify.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { type Area, boxOf, toArea } from '../../src-shared/geometry/area.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';
import type { LonLat } from '../kit/i18n/coordinates.ts';
import type { AreaTool } from '../kit/state/map-store.ts';
import { drawInMemory } from './in-memory-canvas.ts';
import type { Palette } from './palette.ts';

/** The events of the area editor. */
export interface AreaEditorEvents {
  /** Receives the areas after drawing or dragging. */
  onAreas(areas: readonly Area[]): void;
  /** Called when the drawing is complete, so that the tool can be deselected. */
  onToolDone(): void;
}

const reachPx = 10;
const vertexRadiusPx = 5;

function featureOf(area: Area): Feature<Polygon> {
  const rings = area.map((ring) =>
    [...ring, ...ring.slice(0, 1)].map(([longitude, latitude]) => [
      mercatorX(longitude),
      mercatorY(latitude),
    ]),
  );
  return new Feature(new Polygon(rings));
}

/**
 * Returns the area of a polygon. An invalid polygon is returned as it was drawn, so that the user can drag its vertices until it
 * is valid.
 */
function areaOf(polygon: Polygon): Area {
  const rings = polygon
    .getCoordinates()
    .map((ring) => ring.slice(0, -1).map(([x = 0, y = 0]): LonLat => [longitudeOf(x), latitudeOf(y)]));
  // A polygon drawn in another copy of the world is moved to the same place in the main world.
  const turns = Math.floor((boxOf(rings)[0] + 180) / 360) * 360;
  const raw = rings.map((ring) =>
    ring.map(([x, y]): LonLat => [Math.round((x - turns) * 1e7) / 1e7, Math.round(y * 1e7) / 1e7]),
  );
  const checked = toArea(raw);
  return 'area' in checked ? checked.area : raw;
}

/** Draws areas on the map by vertices or as a box, and changes them by dragging vertices. It does not depend on the forms. */
export class AreaEditor {
  readonly #map: OlMap;
  readonly #events: AreaEditorEvents;
  readonly #palette: () => Palette;
  readonly #source = new VectorSource<Feature<Polygon>>();
  readonly #layer: VectorLayer<VectorSource<Feature<Polygon>>>;
  readonly #modify: Modify;
  #areas: readonly Area[] | null = null;
  #tool: AreaTool | null = null;
  #draw: Draw | null = null;
  #sketch: Polygon | null = null;

  constructor(map: OlMap, palette: () => Palette, events: AreaEditorEvents) {
    this.#map = map;
    this.#palette = palette;
    this.#events = events;
    this.#layer = new VectorLayer({
      source: this.#source,
      style: (_, resolution) =>
        this.#modify.getActive() ? [...this.#styles(), this.#vertices(resolution)] : this.#styles(),
      zIndex: 25,
      updateWhileInteracting: true,
    });
    this.#modify = new Modify({ source: this.#source, pixelTolerance: reachPx, style: () => this.#corner() });
    drawInMemory(this.#layer);
    drawInMemory(this.#modify.getOverlay());
    this.#modify.setActive(false);
    this.#modify.on('modifyend', () => this.#tell(this.#source.getFeatures()));
    map.addLayer(this.#layer);
    map.addInteraction(this.#modify);
  }

  #corner(): Style {
    const { accent, ground } = this.#palette();
    return new Style({
      image: new CircleStyle({
        radius: vertexRadiusPx,
        fill: new Fill({ color: ground }),
        stroke: new Stroke({ color: accent, width: 2.5 }),
      }),
    });
  }

  /**
   * The vertices that can be dragged, for this resolution in metres per pixel. They are drawn as polygons: where the browser emulates the
   * GPU, images of vertices stay on the screen after their area is gone.
   */
  #vertices(resolution: number): Style {
    const { accent, ground } = this.#palette();
    return new Style({
      fill: new Fill({ color: ground }),
      stroke: new Stroke({ color: accent, width: 2.5 }),
      geometry(feature) {
        const geometry = feature.getGeometry();
        if (!(geometry instanceof Polygon)) return;
        // The last position of each ring repeats the first one.
        const vertices = geometry.getCoordinates().flatMap((ring) => ring.slice(0, -1));
        return new MultiPolygon(
          vertices.map((at) => fromCircle(new Circle(at, vertexRadiusPx * resolution)).getCoordinates()),
        );
      },
    });
  }

  /** Two strokes, so that the outline is visible on land, on water and over a scene. */
  #styles(): Style[] {
    const { accent, ground } = this.#palette();
    return [
      new Style({ stroke: new Stroke({ color: ground, width: 5 }) }),
      new Style({
        stroke: new Stroke({ color: accent, width: 2.5 }),
        fill: new Fill({ color: `color-mix(in srgb, ${accent} 14%, transparent)` }),
      }),
    ];
  }

  #tell(features: readonly Feature<Polygon>[]) {
    this.#areas = features.flatMap((feature) => {
      const geometry = feature.getGeometry();
      return geometry ? [areaOf(geometry)] : [];
    });
    this.#events.onAreas(this.#areas);
  }

  setAreas(areas: readonly Area[] | null) {
    if (areas === this.#areas) return;
    this.#areas = areas;
    this.#source.clear();
    this.#source.addFeatures((areas ?? []).map(featureOf));
    // Otherwise the interaction would assume that the pointer is still at the last vertex.
    this.pointerLeft();
  }

  setEditable(editable: boolean) {
    const isActive = editable && this.#tool === null;
    if (isActive === this.#modify.getActive()) return;
    this.#modify.setActive(isActive);
    // The vertices are drawn only while they can be dragged.
    this.#layer.changed();
  }

  /** Removes the ring around the last vertex when the pointer leaves the map. */
  pointerLeft() {
    if (!this.#modify.getActive()) return;
    this.#modify.setActive(false);
    this.#modify.setActive(true);
  }

  /** Activates a tool, or none with null. An unfinished drawing is discarded. */
  setTool(tool: AreaTool | null) {
    if (tool === this.#tool) return;
    this.#tool = tool;
    if (this.#draw) this.#map.removeInteraction(this.#draw);
    this.#draw = null;
    this.#sketch = null;
    if (tool === null) return;
    this.#modify.setActive(false);
    this.#layer.changed();
    const style = () => [...this.#styles(), this.#corner()];
    const draw = new Draw(
      tool === 'box'
        ? { type: 'Circle', geometryFunction: createBox(), freehand: true, stopClick: true, style }
        : { type: 'Polygon', stopClick: true, style },
    );
    draw.on('drawstart', ({ feature }) => {
      const geometry = feature.getGeometry();
      this.#sketch = geometry instanceof Polygon ? geometry : null;
    });
    draw.on('drawend', ({ feature }) => {
      const geometry = feature.getGeometry();
      this.#sketch = null;
      if (!(geometry instanceof Polygon)) return;
      // The new drawing replaces the last one.
      this.#tell([new Feature(geometry)]);
      this.#source.clear();
      this.#source.addFeatures((this.#areas ?? []).map(featureOf));
      // The interaction is still handling this event, so the tool is deselected afterwards.
      queueMicrotask(() => this.#events.onToolDone());
    });
    drawInMemory(draw.getOverlay());
    this.#draw = draw;
    this.#map.addInteraction(draw);
  }

  /** Returns the number of vertices set. The sketch also contains the pointer and the closing vertex. */
  #corners(): number {
    return Math.max(0, (this.#sketch?.getCoordinates()[0]?.length ?? 0) - 2);
  }

  addVertex([longitude, latitude]: LonLat) {
    if (this.#tool === 'polygon')
      this.#draw?.appendCoordinates([[mercatorX(longitude), mercatorY(latitude)]]);
  }

  removeLastVertex() {
    if (this.#tool === 'polygon' && this.#sketch) this.#draw?.removeLastPoint();
  }

  /** Completes the drawing; returns false if it has fewer than three vertices. */
  finish(): boolean {
    if (this.#tool !== 'polygon' || this.#corners() < 3) return false;
    return this.#draw?.finishDrawing() !== null;
  }

  redraw() {
    this.#layer.changed();
    this.#draw?.getOverlay().changed();
  }

  destroy() {
    this.setTool(null);
    this.#map.removeInteraction(this.#modify);
    this.#map.removeLayer(this.#layer);
    this.#modify.dispose();
    this.#layer.dispose();
    this.#source.dispose();
  }
}
