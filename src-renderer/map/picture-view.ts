import type OlMap from 'ol/Map.js';
import type { PictureView } from './basemap-picture.ts';

/** Returns what a map shows: its middle and scale in EPSG:3857, and its size in CSS pixels. */
export function pictureViewOf(map: OlMap): PictureView {
  const [x = 0, y = 0] = map.getView().getCenter() ?? [];
  const [widthPx = 0, heightPx = 0] = map.getSize() ?? [];
  return { x, y, resolution: map.getView().getResolution() ?? 1, widthPx, heightPx };
}
