import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGeopackageFile } from '../../src-main/features/places/geopackage/geopackage-file.ts';
import { geopackageIdSchema } from '../../src-preload/contract/geopackage.ts';
import { type ExportFormat, exportFiles } from '../../src-renderer/formats/export-format.ts';
import {
  createExportSession,
  type ExportedFile,
  type ExportReply,
} from '../../src-renderer/formats/export-session.ts';
import type { ExportedFeature } from '../../src-renderer/formats/exported-feature.ts';
import type { WriteOptions } from '../../src-renderer/formats/feature-writer.ts';
import { type ExportThread, exportFeatures } from '../../src-renderer/kit/export/export-features.ts';

type Client = Parameters<typeof exportFeatures>[0]['client'];

/** A thread of the page that runs here; what passes is copied as between threads. */
export function threadInProcess(): ExportThread {
  const listeners: ((event: MessageEvent<ExportReply>) => void)[] = [];
  const session = createExportSession((reply) => {
    // Blobs cannot be copied here, and are never changed.
    const data = 'file' in reply ? reply : structuredClone(reply);
    for (const listener of listeners) listener(new MessageEvent('message', { data }));
  });
  return {
    postMessage(request) {
      const copy = request.kind === 'finished' ? request : structuredClone(request);
      queueMicrotask(() => session.receive(copy));
    },
    addEventListener(kind: 'message' | 'error', listener: (event: never) => void) {
      if (kind === 'message') listeners.push(listener as (event: MessageEvent<ExportReply>) => void);
    },
    terminate: () => void listeners.splice(0),
  };
}

/** The main process as far as it writes GeoPackages, without its thread. */
export function geopackagesInProcess(folder: string): Client {
  const files = new Map<string, { path: string; file: ReturnType<typeof createGeopackageFile> }>();
  const at = (id: string) => {
    const found = files.get(id);
    if (!found) throw new Error(`no GeoPackage ${id}`);
    return found;
  };
  return {
    geopackage: {
      async begin(content) {
        const id = geopackageIdSchema.parse(randomUUID());
        const path = join(folder, `${id}.tmp`);
        files.set(id, { path, file: createGeopackageFile(path, content) });
        return { id };
      },
      add: async ({ id, rows }) => at(id).file.add(rows),
      async finish({ id }) {
        at(id).file.finish();
        return { sizeBytes: readFileSync(at(id).path).length };
      },
      read: async ({ id, offset }) => ({
        base64: readFileSync(at(id).path)
          .subarray(offset, offset + 300_000)
          .toString('base64'),
      }),
      discard: async () => ({}),
    },
  } as Client;
}

async function* batchesOf(features: readonly ExportedFeature[]): AsyncGenerator<ExportedFeature[]> {
  for (let at = 0; at < features.length; at += 500) yield features.slice(at, at + 500);
}

/** Writes objects as the page does and puts the file into a folder. */
export async function exportToFile(
  folder: string,
  format: ExportFormat,
  features: readonly ExportedFeature[],
  options: WriteOptions,
): Promise<ExportedFile & { path: string }> {
  const written = await exportFeatures({
    format,
    options,
    batches: batchesOf(features),
    client: geopackagesInProcess(folder),
    signal: new AbortController().signal,
    startThread: threadInProcess,
  });
  const path = join(folder, `${options.layer}.${exportFiles[format].ending}`);
  writeFileSync(path, new Uint8Array(await written.file.arrayBuffer()));
  return { ...written, path };
}
