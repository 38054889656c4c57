import type { MapSource } from '../../../src-preload/contract/maps.ts';
import { toBase64 } from '../../kit/client/base64.ts';
import type { MainClient } from '../../kit/client/connect.ts';

/** The size of a message. A longer one would block the event loop of the main process. */
const pieceBytes = 384 * 1_024;

interface CopyOptions {
  client: Pick<MainClient, 'maps'>;
  /** Receives the fraction of copied bytes, 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/**
 * Copies a file in pieces into the data folder and adds it as a map. Rejects with the reason of the signal, or if the file is
 * invalid; the copy is deleted then.
 */
export async function copyFile(file: File, { client, onProgress, signal }: CopyOptions): Promise<MapSource> {
  const { maps } = client;
  const { copyId } = await maps.beginCopy({ name: file.name.slice(0, 120), sizeBytes: file.size });
  try {
    for (let at = 0; at < file.size; at += pieceBytes) {
      signal.throwIfAborted();
      const bytes = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
      await maps.addCopy({ copyId, base64: toBase64(bytes) });
      onProgress(Math.min(1, (at + bytes.byteLength) / file.size));
    }
    signal.throwIfAborted();
    return await maps.finishCopy({ copyId }, { signal });
  } catch (error) {
    await maps.discardCopy({ copyId }).catch(() => undefined);
    throw error;
  }
}
