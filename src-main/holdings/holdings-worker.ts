// Reads and writes the library folder for its catalog: items, catalogs, and the checksums of files. One question after another.
import { parentPort } from 'node:worker_threads';
import type { HoldingsMessage, HoldingsQuestion } from './holdings-thread.ts';
import { createHoldingsWork, troubleOf } from './holdings-work.ts';

const work = createHoldingsWork();

async function answerOf(id: number, question: HoldingsQuestion): Promise<HoldingsMessage> {
  try {
    return { id, answer: await work(question) };
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble !== null) return { id, trouble };
    return { id, failed: error instanceof Error ? error : new Error(String(error)) };
  }
}

let previous: Promise<void> = Promise.resolve();
parentPort?.on('message', ({ id, question }: { id: number; question: HoldingsQuestion }) => {
  previous = previous.then(async () => {
    parentPort?.postMessage(await answerOf(id, question));
  });
});
