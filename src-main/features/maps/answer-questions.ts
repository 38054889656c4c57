import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { isAppError, toStoredError } from '../../core/app-error.ts';
import type { ThreadMessage } from './ask-thread.ts';

const askedSchema = z.object({ id: z.number(), question: z.unknown() });

const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

/** Answers the questions of `ask-thread.ts` in a thread, one after another. It says when it begins with one, for its time limit. */
export function answerQuestions(answer: (question: unknown) => unknown): void {
  let previous: Promise<void> = Promise.resolve();
  parentPort?.on('message', (raw: unknown) => {
    const { id, question } = askedSchema.parse(raw);
    previous = previous.then(async () => {
      tell({ id, begun: true });
      try {
        tell({ id, answer: await answer(question) });
      } catch (error) {
        if (isAppError(error)) tell({ id, refused: toStoredError(error) });
        else tell({ id, failed: error instanceof Error ? error : new Error(String(error)) });
      }
    });
  });
}
