import MultiPolygon from 'ol/geom/MultiPolygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import Style from 'ol/style/Style.js';
import { expect, it } from 'vitest';
import { AreaEditor } from './area-editor.ts';
import { readPalette } from './palette.ts';

it('shows the vertices of an outline while they can be dragged', () => {
  const map = new OlMap({});
  const palette = readPalette(document.body);
  const editor = new AreaEditor(map, () => palette, {
    onAreas: () => undefined,
    onToolDone: () => undefined,
  });
  editor.setAreas([
    [
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ],
    ],
  ]);
  /** Returns the number of vertices that are drawn. */
  const countVertices = () => {
    const [layer] = map.getLayers().getArray();
    const source = layer instanceof VectorLayer ? layer.getSource() : null;
    const [feature] = source instanceof VectorSource ? source.getFeatures() : [];
    const drawn = layer instanceof VectorLayer && feature ? layer.getStyleFunction()?.(feature, 1) : [];
    const styles = Array.isArray(drawn) ? drawn : [drawn];
    const geometries = styles.map((style) =>
      style instanceof Style && feature ? style.getGeometryFunction()(feature) : null,
    );
    return geometries
      .map((geometry) => (geometry instanceof MultiPolygon ? geometry.getCoordinates().length : 0))
      .reduce((sum, count) => sum + count, 0);
  };
  expect(countVertices()).toBe(0);
  editor.setEditable(true);
  expect(countVertices()).toBe(4);
  editor.setTool('polygon');
  expect(countVertices()).toBe(0);
  editor.destroy();
});
