import { z } from 'zod';
import { undrawableReasons } from '../../../../src-preload/contract/errors.ts';
import { cropRefusals, pixelWindowSchema } from '../../../../src-preload/contract/takeaway.ts';

export const cropJobSchema = z.object({
  path: z.string(),
  /** The path of the new file, which must not exist. */
  target: z.string(),
  window: pixelWindowSchema,
  /** The names of the bands as they are shown, for a file without names. */
  bands: z.array(z.string()),
  mostClassicBytes: z.number().optional(),
});
/** A crop for the thread to write. */
export type CropJob = z.infer<typeof cropJobSchema>;

export const cropAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), share: z.number() }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('refused'), reason: z.enum(cropRefusals) }),
  z.object({ kind: z.literal('undrawable'), reason: z.enum(undrawableReasons), detail: z.string() }),
  /** `code` is the code of the system's error; empty if there is none. */
  z.object({ kind: z.literal('failed'), code: z.string() }),
]);
/** A report of the thread that writes a crop. */
export type CropAnswer = z.infer<typeof cropAnswerSchema>;
