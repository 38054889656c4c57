import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { MapSourceId } from '../../../../src-preload/contract/ids.ts';
import {
  type ReferenceFeature,
  type ReferenceText,
  referenceFeatureSchema,
} from '../../../../src-preload/contract/maps.ts';
import { AppError } from '../../../core/app-error.ts';
import { createAskThread } from '../ask-thread.ts';
import type { TilePlace } from '../tile-grid.ts';
import type { ReferenceQuestion } from './reference-questions.ts';
import type { ReferenceFacts } from './write-reference.ts';

const factsSchema = z.object({
  count: z.number(),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
const tileSchema = z.instanceof(Uint8Array);
const textSchema = referenceFeatureSchema.shape.text.nullable();

/** The tile of the whole world reads all features, perhaps from a slow disk. */
const limitMs = 60_000;

/**
 * Creates the client of the thread that stores reference layers below `maps/reference` in the data folder. Its functions reject with
 * MAP_UNUSABLE if the file of a layer is gone or damaged, and with DISK_FULL. The thread starts with the first question.
 */
export function createReferenceLayers({ folder }: { folder: string }) {
  const thread = createAskThread({
    start: () =>
      new Worker(new URL(`./reference-worker${extname(import.meta.url)}`, import.meta.url), {
        workerData: { folder: join(folder, 'maps', 'reference') },
      }),
    limitMs,
  });
  const ask = (question: ReferenceQuestion) => thread.ask(question);
  return {
    async begin(layer: MapSourceId) {
      await ask({ ask: 'begin', layer });
    },
    async add(layer: MapSourceId, features: readonly ReferenceFeature[]) {
      await ask({ ask: 'add', layer, features: [...features] });
    },
    async finish(layer: MapSourceId): Promise<ReferenceFacts> {
      return factsSchema.parse(await ask({ ask: 'finish', layer }));
    },
    /** Returns a vector tile; empty where the layer has no features. */
    async tile(layer: MapSourceId, place: TilePlace): Promise<Uint8Array> {
      return tileSchema.parse(await ask({ ask: 'tile', layer, place }));
    },
    /** Returns the name and attributes of a feature. @throws NOT_FOUND */
    async text(layer: MapSourceId, featureId: number): Promise<ReferenceText> {
      const text = textSchema.parse(await ask({ ask: 'text', layer, featureId }));
      if (text === null) throw new AppError('NOT_FOUND', { what: `feature ${featureId}` });
      return text;
    },
    async remove(layer: MapSourceId) {
      await ask({ ask: 'remove', layer });
    },
    close: thread.close,
  };
}

/** The client of the thread that stores reference layers. */
export type ReferenceLayers = ReturnType<typeof createReferenceLayers>;
