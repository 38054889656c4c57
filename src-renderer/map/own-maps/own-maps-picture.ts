import TileLayer from 'ol/layer/Tile.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import { lightPalette, type PictureView } from '../basemap-picture.ts';
import { createOwnMapsLayers, type DrawnMap, ownNamesZIndex } from './own-maps-layers.ts';

/** A server that does not answer within this time must not keep the picture from being printed. */
const maxWaitMs = 30_000;

/** Draws a canvas of OpenLayers at its place in a picture with `ratio` pixels per CSS pixel. */
function drawLayerCanvas(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, ratio: number) {
  if (canvas.width === 0 || canvas.height === 0) return;
  const cssWidth = Number.parseFloat(canvas.style.width) || canvas.width / ratio;
  const shrink = cssWidth / canvas.width;
  const inLayer = canvas.style.transform || `scale(${shrink})`;
  const placed = new DOMMatrix([ratio, 0, 0, ratio, 0, 0]).multiply(new DOMMatrix(inLayer));
  const opacity = canvas.parentElement?.style.opacity || canvas.style.opacity;
  context.save();
  context.setTransform(placed);
  context.globalAlpha = opacity === '' ? 1 : Number(opacity);
  context.drawImage(canvas, 0, 0);
  context.restore();
}

/**
 * Draws the user's own maps in a view, in the colours of the light theme. OpenLayers draws them in a map outside of the window. The
 * caller must call `destroy`.
 */
export function createOwnMapsPicture(maps: readonly DrawnMap[], view: PictureView, ratio: number) {
  const target = document.createElement('div');
  target.style.cssText = `position: fixed; left: -100000px; top: 0; width: ${view.widthPx}px; height: ${view.heightPx}px;`;
  target.inert = true;
  document.body.append(target);
  const map = new OlMap({
    target,
    pixelRatio: ratio,
    controls: [],
    interactions: [],
    view: new View({
      center: [view.x, view.y],
      resolution: view.resolution,
      minResolution: view.resolution / 2,
      maxResolution: view.resolution * 2,
      multiWorld: true,
      constrainResolution: false,
    }),
  });
  const palette = lightPalette();
  const events = { onMissing: () => undefined, onLegend: () => undefined };
  const layers = createOwnMapsLayers(
    map,
    () => palette,
    events,
    () => 'light',
  );
  layers.set(maps);
  let missing = 0;
  const all = map.getLayers().getArray();
  for (const layer of all)
    if (layer instanceof TileLayer)
      layer.getSource()?.on('tileloaderror', () => {
        missing += 1;
      });

  /** Resolves with false if not everything was drawn in time. Rejects with the reason of `signal` if it is aborted. */
  const drawn = (signal: AbortSignal) =>
    new Promise<boolean>((resolve, reject) => {
      signal.throwIfAborted();
      const timer = setTimeout(() => resolve(false), maxWaitMs);
      map.once('rendercomplete', () => {
        clearTimeout(timer);
        resolve(true);
      });
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          reject(signal.reason);
        },
        { once: true },
      );
      map.render();
    });

  return {
    /** Draws the maps without their names, or only the names. Resolves with false if a part is missing. */
    async draw(part: 'ground' | 'names', context: CanvasRenderingContext2D, signal: AbortSignal) {
      for (const layer of all) {
        const hasNames = (layer.getZIndex() ?? 0) >= ownNamesZIndex;
        layer.setVisible(hasNames === (part === 'names'));
      }
      const isComplete = await drawn(signal);
      for (const canvas of target.querySelectorAll('canvas')) drawLayerCanvas(context, canvas, ratio);
      return isComplete && missing === 0;
    },
    destroy() {
      layers.destroy();
      map.setTarget(undefined);
      map.dispose();
      target.remove();
    },
  };
}
