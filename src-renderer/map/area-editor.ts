import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import Draw, { createBox } from 'ol/interaction/Draw.js';
import Modify from 'ol/interaction/Modify.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { type Area, boxOf, toArea } from '../geometry/area.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../geometry/mercator.ts';
import type { LonLat } from '../i18n/coordinates.ts';
import type { AreaTool } from '../state/map-store.ts';
import type { Palette } from './palette.ts';
import { drawInMemory } from './vectors-in-memory.ts';

/** What the editor reports while areas are drawn on the map. */
export interface AreaEditorEvents {
  /** The areas after a drawing or a drag. */
  onAreas(areas: readonly Area[]): void;
  /** The tool was laid down. */
  onToolDone(): void;
}

const reachPx = 10;

function featureOf(area: Area): Feature<Polygon> {
  const rings = area.map((ring) =>
    [...ring, ...ring.slice(0, 1)].map(([longitude, latitude]) => [
      mercatorX(longitude),
      mercatorY(latitude),
    ]),
  );
  return new Feature(new Polygon(rings));
}

/** What is not sound yet stays as it was drawn: its corners can be dragged until it is. */
function areaOf(polygon: Polygon): Area {
  const rings = polygon
    .getCoordinates()
    .map((ring) => ring.slice(0, -1).map(([x = 0, y = 0]): LonLat => [longitudeOf(x), latitudeOf(y)]));
  // Drawn in another copy of the world, it is the same place.
  const turns = Math.floor((boxOf(rings)[0] + 180) / 360) * 360;
  const raw = rings.map((ring) =>
    ring.map(([x, y]): LonLat => [Math.round((x - turns) * 1e7) / 1e7, Math.round(y * 1e7) / 1e7]),
  );
  const made = toArea(raw);
  return 'area' in made ? made.area : raw;
}

/** Areas on the map: drawn by corners or as a box, changed by dragging corners. Knows nothing of forms. */
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
      style: () => this.#styles(),
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
        radius: 5,
        fill: new Fill({ color: ground }),
        stroke: new Stroke({ color: accent, width: 2.5 }),
      }),
    });
  }

  /** Twice, so that it is seen on land, on water and over a scene. */
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
    // With a corner where the pointer was last, the interaction takes the pointer to be still there.
    this.pointerLeft();
  }

  setEditable(editable: boolean) {
    this.#modify.setActive(editable && this.#tool === null);
  }

  /** The pointer left the map: the ring round the corner it was at would stay there for good. */
  pointerLeft() {
    if (!this.#modify.getActive()) return;
    this.#modify.setActive(false);
    this.#modify.setActive(true);
  }

  /** Takes up a tool, or lays it down; what was half drawn is dropped. */
  setTool(tool: AreaTool | null) {
    if (tool === this.#tool) return;
    this.#tool = tool;
    if (this.#draw) this.#map.removeInteraction(this.#draw);
    this.#draw = null;
    this.#sketch = null;
    if (tool === null) return;
    this.#modify.setActive(false);
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
      // Another attempt takes the place of the last.
      this.#tell([new Feature(geometry)]);
      this.#source.clear();
      this.#source.addFeatures((this.#areas ?? []).map(featureOf));
      // The interaction is still at work on this very event.
      queueMicrotask(() => this.#events.onToolDone());
    });
    drawInMemory(draw.getOverlay());
    this.#draw = draw;
    this.#map.addInteraction(draw);
  }

  /** Set corners; the sketch has the pointer's place and the way back besides. */
  #corners(): number {
    return Math.max(0, (this.#sketch?.getCoordinates()[0]?.length ?? 0) - 2);
  }

  addCorner([longitude, latitude]: LonLat) {
    if (this.#tool === 'polygon')
      this.#draw?.appendCoordinates([[mercatorX(longitude), mercatorY(latitude)]]);
  }

  takeLastCorner() {
    if (this.#tool === 'polygon' && this.#sketch) this.#draw?.removeLastPoint();
  }

  /** Ends the drawing; false while it has too few corners. */
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
