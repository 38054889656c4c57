import type { ReferenceFeature } from '../../../../src-preload/contract/maps.ts';
import type { TilePlace } from '../tile-grid.ts';
import { unusable } from '../unusable.ts';
import { readReferenceText, readReferenceTile } from './read-reference.ts';
import { createReferenceHandles } from './reference-handles.ts';
import { addReferenceFeatures, type ReferenceFacts, referenceFacts } from './write-reference.ts';

/** SQLITE_ERROR (a table is missing), SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes: readonly unknown[] = [1, 11, 26];

/** Returns what `read` returns. @throws MAP_UNUSABLE if SQLite finds the file damaged. */
function readingOf<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && damageCodes.includes(error.errcode))
      throw unusable('reference-damaged', error.message);
    throw error;
  }
}

/**
 * Opens the reference layers of a folder: one database for each, with an index of places. Each call blocks, so a thread makes
 * them.
 */
export function openReferenceDbs(folder: string) {
  const handles = createReferenceHandles({ folder });
  return {
    /** Starts to write a layer. */
    begin: (layer: string) => handles.create(layer),
    add: (layer: string, features: readonly ReferenceFeature[]) =>
      addReferenceFeatures(handles.forWriting(layer), features),
    /** Ends the writing of a layer. @throws MAP_UNUSABLE for a layer without features. */
    finish(layer: string): ReferenceFacts {
      const facts = referenceFacts(handles.forWriting(layer));
      handles.finish(layer);
      return facts;
    },
    tile: (layer: string, place: TilePlace): Uint8Array =>
      readingOf(() => readReferenceTile(handles.forReading(layer), place)),
    /** Returns the name and attributes of a feature; null if the layer does not have it. */
    text: (layer: string, featureId: number): ReferenceFeature['text'] | null =>
      readingOf(() => readReferenceText(handles.forReading(layer), featureId)),
    remove: (layer: string) => handles.remove(layer),
    close: () => handles.close(),
  };
}
