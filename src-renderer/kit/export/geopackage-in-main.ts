import type { GeopackageId } from '../../../src-preload/contract/geopackage.ts';
import type { GeopackageSink } from '../../formats/write-geopackage.ts';
import type { MainClient } from '../client/connect.ts';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Creates a sink that writes one GeoPackage in the main process. `discard` deletes an unfinished file. */
export function createGeopackageInMain({
  client,
  signal,
  mediaType,
}: {
  client: Pick<MainClient, 'geopackage'>;
  signal: AbortSignal;
  mediaType: string;
}): GeopackageSink & { discard(): Promise<void> } {
  let begun: Promise<{ id: GeopackageId }> | null = null;

  async function id(): Promise<GeopackageId> {
    if (begun === null) throw new Error('the GeoPackage was not begun');
    return (await begun).id;
  }

  return {
    begin(content) {
      begun = client.geopackage.begin(content, { signal });
      return begun;
    },
    add: async (rows) => client.geopackage.add({ id: await id(), rows }, { signal }),
    async finish() {
      const finished = await id();
      const { sizeBytes } = await client.geopackage.finish({ id: finished }, { signal });
      const parts: Blob[] = [];
      for (let offset = 0; offset < sizeBytes; ) {
        const { base64 } = await client.geopackage.read({ id: finished, offset }, { signal });
        const bytes = bytesOf(base64);
        if (bytes.length === 0) throw new Error('the GeoPackage ended too early');
        parts.push(new Blob([bytes]));
        offset += bytes.length;
      }
      return new Blob(parts, { type: mediaType });
    },
    async discard() {
      const { id: left } = (await begun?.catch(() => null)) ?? { id: null };
      if (left !== null) await client.geopackage.discard({ id: left }).catch(() => undefined);
    },
  };
}
