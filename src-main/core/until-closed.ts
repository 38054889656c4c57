import type { WriteStream } from 'node:fs';

/**
 * Resolves once a file that is written has been closed. A pipeline that fails rejects earlier, even before the file is opened: whoever
 * removed it then would find it made again by that opening.
 */
export async function untilClosed(file: WriteStream): Promise<void> {
  if (file.closed) return;
  await new Promise<void>((resolve) => file.once('close', () => resolve()));
}
