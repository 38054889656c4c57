import type OlMap from 'ol/Map.js';

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Runs the work and resolves with the time until all that it asked for is drawn. */
export async function untilDrawn(map: OlMap, work: () => void | Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  await new Promise<void>((resolve) => {
    map.once('rendercomplete', () => resolve());
    map.render();
  });
  // Until it can be on the screen: what a GL layer draws is only begun when the map is complete.
  await nextFrame();
  await nextFrame();
  return performance.now() - began;
}

/** Moves the view right and back again, step by step, and returns the time of each frame. */
export async function panView(map: OlMap, steps: number, pixels: number): Promise<number[]> {
  const view = map.getView();
  const by = pixels * (view.getResolution() ?? 1);
  const times: number[] = [];
  let last = await nextFrame();
  for (let step = 0; step < 2 * steps; step += 1) {
    const [x = 0, y = 0] = view.getCenter() ?? [];
    view.setCenter([x + (step < steps ? by : -by), y]);
    await nextFrame();
    // The second frame begins when the first is on the screen, so that slow drawing is seen.
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times;
}
