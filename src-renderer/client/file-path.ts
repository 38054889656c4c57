import { z } from 'zod';

const bridgeSchema = z.object({
  pathOf: z.custom<(file: File) => unknown>((value) => typeof value === 'function'),
});

/**
 * Returns the path of a file that the user dropped or opened. Null in a browser, which reveals only the bytes;
 * Electron's preload script provides the path.
 */
export function pathOfFile(file: File): string | null {
  const bridge = bridgeSchema.safeParse(Reflect.get(window, 'nadirFiles'));
  if (!bridge.success) return null;
  const path = bridge.data.pathOf(file);
  return typeof path === 'string' && path !== '' ? path : null;
}
