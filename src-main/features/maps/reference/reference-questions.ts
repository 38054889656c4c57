import { z } from 'zod';
import type { referenceFeatureSchema } from '../../../../src-preload/contract/maps.ts';

const layer = z.string();

/** The questions to the thread of reference layers. */
export const referenceQuestionSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('begin'), layer }),
  // The contract has parsed the features; parsing them again would take as long as writing them.
  z.object({
    ask: z.literal('add'),
    layer,
    features: z.array(z.custom<z.infer<typeof referenceFeatureSchema>>()),
  }),
  z.object({ ask: z.literal('finish'), layer }),
  z.object({
    ask: z.literal('tile'),
    layer,
    place: z.object({ z: z.number(), x: z.number(), y: z.number() }),
  }),
  z.object({ ask: z.literal('text'), layer, featureId: z.number() }),
  z.object({ ask: z.literal('remove'), layer }),
]);

/** A question to the thread of reference layers. */
export type ReferenceQuestion = z.infer<typeof referenceQuestionSchema>;
