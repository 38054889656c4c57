import { z } from 'zod';

const bridgeSchema = z.object({
  pathOf: z.custom<(file: File) => unknown>((value) => typeof value === 'function'),
});

/** The paths of files that the main process has handed to the page; see `rememberPath`. */
const knownPaths = new WeakMap<File, string>();

/** Keeps the path of a file that the page has from the main process. */
export const rememberPath = (file: File, path: string): void => void knownPaths.set(file, path);

/**
 * Returns the path of a file that the user dropped or opened. Null in a browser, which reveals only the bytes;
 * Electron's preload script provides the path.
 */
export function pathOfFile(file: File): string | null {
  const known = knownPaths.get(file);
  if (known !== undefined) return known;
  const bridge = bridgeSchema.safeParse(Reflect.get(window, 'nadirFiles'));
  if (!bridge.success) return null;
  const path = bridge.data.pathOf(file);
  return typeof path === 'string' && path !== '' ? path : null;
}
