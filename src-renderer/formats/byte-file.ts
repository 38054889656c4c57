import { FormatProblem } from './format-problem.ts';

/** A file, or an entry of an archive, that can be read several times from its start. */
export interface ByteFile {
  name: string;
  sizeBytes: number;
  chunks(): AsyncIterable<Uint8Array>;
}

const chunkBytes = 1_024 * 1_024;

/**
 * Returns a file of the user as a `ByteFile`, which is read in pieces and never changed. `onRead` receives the fraction
 * that has been read.
 */
export function blobFile(
  name: string,
  blob: Blob,
  onRead: (share: number) => void = () => undefined,
): ByteFile {
  return {
    name,
    sizeBytes: blob.size,
    async *chunks() {
      for (let at = 0; at < blob.size; at += chunkBytes) {
        let piece: ArrayBuffer;
        try {
          piece = await blob.slice(at, at + chunkBytes).arrayBuffer();
        } catch {
          // The browser refuses to read a file that was changed or removed after it was selected.
          throw new FormatProblem('validation.fileGone');
        }
        yield new Uint8Array(piece);
        onRead(Math.min(1, (at + chunkBytes) / blob.size));
      }
    },
  };
}

/** Returns the first bytes of a file; fewer if it is shorter. */
export async function headOf(file: ByteFile, maxBytes: number): Promise<Uint8Array> {
  const head = new Uint8Array(Math.min(maxBytes, file.sizeBytes));
  let at = 0;
  for await (const chunk of file.chunks()) {
    const part = chunk.subarray(0, head.length - at);
    head.set(part, at);
    at += part.length;
    if (at >= head.length) break;
  }
  return head.subarray(0, at);
}

/** Returns all bytes of a file. */
export async function allBytes(file: ByteFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.sizeBytes);
  let at = 0;
  for await (const chunk of file.chunks()) {
    if (at + chunk.length > bytes.length) throw new FormatProblem('validation.fileGone');
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.subarray(0, at);
}
