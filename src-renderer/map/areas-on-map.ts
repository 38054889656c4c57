import type OlMap from 'ol/Map.js';
import type { Area } from '../../src-shared/geometry/area.ts';
import type { LonLat } from '../kit/i18n/coordinates.ts';
import type { AreaTool } from '../kit/state/map-store.ts';
import type { AreaEditor, AreaEditorEvents } from './area-editor.ts';
import type { Palette } from './palette.ts';

/** The areas of an order on the map, and how they are edited. */
export interface AreaState {
  areas: readonly Area[] | null;
  tool: AreaTool | null;
  editable: boolean;
}

interface AreasOptions {
  map: OlMap;
  palette: () => Palette;
  container: HTMLElement;
  events: AreaEditorEvents;
}

/** Creates what shows the areas of an order form on the map. The code of the editor is loaded when something is first drawn. */
export function createAreasOnMap({ map, palette, container, events }: AreasOptions) {
  let state: AreaState = { areas: null, tool: null, editable: false };
  let editor: AreaEditor | null = null;
  let isRequested = false;
  let isDestroyed = false;
  /** What keys asked for while the code of the editor was still loading. */
  let typedAhead: ((on: AreaEditor) => void)[] = [];

  function show(on: AreaEditor) {
    on.setAreas(state.areas);
    on.setTool(state.tool);
    on.setEditable(state.editable);
    container.dataset.areaReady = state.tool ?? '';
  }

  function act(step: (on: AreaEditor) => void) {
    if (editor) step(editor);
    else typedAhead.push(step);
  }

  return {
    set(next: AreaState) {
      if (state.areas === next.areas && state.tool === next.tool && state.editable === next.editable) return;
      if (state.tool !== next.tool) typedAhead = [];
      state = next;
      container.dataset.areaTool = next.tool ?? '';
      if (editor) show(editor);
      else if (!isRequested && (next.areas !== null || next.tool !== null)) {
        isRequested = true;
        void import('./area-editor.ts').then(({ AreaEditor }) => {
          if (isDestroyed) return;
          editor = new AreaEditor(map, palette, events);
          show(editor);
          for (const step of typedAhead) step(editor);
          typedAhead = [];
        });
      }
    },
    addVertex: (place: LonLat) => act((on) => on.addVertex(place)),
    removeLastVertex: () => act((on) => on.removeLastVertex()),
    finish: () => act((on) => on.finish()),
    pointerLeft: () => editor?.pointerLeft(),
    redraw: () => editor?.redraw(),
    destroy() {
      isDestroyed = true;
      editor?.destroy();
    },
  };
}
