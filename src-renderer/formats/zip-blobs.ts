import { Zip, ZipDeflate } from 'fflate';

/** Returns a zip of files, which are read and packed in pieces. */
export async function zipBlobs(files: readonly { name: string; content: Blob }[]): Promise<Blob> {
  const parts: Blob[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else parts.push(new Blob([new Uint8Array(bytes)]));
  });
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    const reader = content.stream().getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) entry.push(piece.value);
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  if (failure) throw failure;
  return new Blob(parts);
}
