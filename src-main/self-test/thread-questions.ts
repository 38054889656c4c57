import { z } from 'zod';

/** What a thread of the self-test is asked. */
export const threadQuestionSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('greeting') }),
  /** Tries a folder on the drive of the data: `folder` is made, and removed again. */
  z.object({ ask: z.literal('folder'), folder: z.string() }),
]);
export type ThreadQuestion = z.infer<typeof threadQuestionSchema>;

/** What a thread can do by itself. */
export const greetingSchema = z.object({
  sqlite: z.string(),
  /** False if bytes packed by zstd do not come back. */
  unpacks: z.boolean(),
  /** How many authorities its connections trust. */
  trusted: z.number(),
});

/** What of a drive works; each false has a meaning for the store. */
export const folderTrialSchema = z.object({
  /** A file that was written, flushed and renamed has its bytes. */
  keepsBytes: z.boolean(),
  /** SQLite's write-ahead log works. */
  hasLog: z.boolean(),
  /** A second owner of the folder is refused, and a later one is not. */
  locks: z.boolean(),
});
