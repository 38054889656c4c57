import { type PackageId, packagePieceBytes } from '../../../src-preload/contract/handover.ts';
import type { MainClient } from '../../kit/client/connect.ts';

type Client = Pick<MainClient, 'handover'>;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Text is built from pieces of this many bytes, because a call can take a limited number of arguments. */
const pieceOfText = 8_192;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceOfText)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceOfText));
  return btoa(text);
}

/** Reports the progress of a transfer, in bytes. */
export type OnProgress = (done: number, total: number) => void;

/** Reads a package from the main process, chunk by chunk. */
export async function readPackageBytes(
  client: Client,
  {
    id,
    sizeBytes,
    signal,
    onProgress,
  }: { id: PackageId; sizeBytes: number; signal: AbortSignal; onProgress: OnProgress },
): Promise<Blob> {
  const parts: Blob[] = [];
  for (let offset = 0; offset < sizeBytes; ) {
    const { base64 } = await client.handover.read({ id, offset }, { signal });
    const bytes = bytesOf(base64);
    if (bytes.length === 0) throw new Error('the package ended too early');
    parts.push(new Blob([bytes]));
    offset += bytes.length;
    onProgress(offset, sizeBytes);
  }
  return new Blob(parts);
}

/** Sends a package to the main process chunk by chunk, and starts its check; returns its id. */
export async function sendPackageBytes(
  client: Client,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: OnProgress },
): Promise<PackageId> {
  const { id } = await client.handover.receive(
    { fileName: file.name.slice(-300), sizeBytes: file.size },
    { signal },
  );
  try {
    for (let offset = 0; offset < file.size; offset += packagePieceBytes) {
      const bytes = new Uint8Array(await file.slice(offset, offset + packagePieceBytes).arrayBuffer());
      await client.handover.add({ id, base64: base64Of(bytes) }, { signal });
      onProgress(Math.min(file.size, offset + packagePieceBytes), file.size);
    }
    await client.handover.open({ id }, { signal });
    return id;
  } catch (error) {
    await client.handover.discard({ id }).catch(() => undefined);
    throw error;
  }
}
