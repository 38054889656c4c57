import { z } from 'zod';

const bridgeSchema = z.object({
  pathOf: z.custom<(file: File) => unknown>((value) => typeof value === 'function'),
});

/**
 * Returns where a file is that the user dropped or opened. Null in a host that is not told: a browser gives the bytes alone. Electron's
 * preload offers the function.
 */
export function pathOfFile(file: File): string | null {
  const bridge = bridgeSchema.safeParse(Reflect.get(window, 'nadirFiles'));
  if (!bridge.success) return null;
  const path = bridge.data.pathOf(file);
  return typeof path === 'string' && path !== '' ? path : null;
}
