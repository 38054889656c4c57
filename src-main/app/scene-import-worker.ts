// Reads what is imported and copies its files: foreign bytes, checksums and long copies. One question after another.
import { parentPort } from 'node:worker_threads';
import { answerQuestions } from '../core/question-thread.ts';
import type { CopiedBytes, ImportQuestion } from '../scene-imports/import-thread.ts';
import { createImportWork, failureOf } from '../scene-imports/import-work.ts';
import { importTools } from './import-tools.ts';

const tell = (message: CopiedBytes) => parentPort?.postMessage(message);
/** A message for each piece of a file would be most of the work of the main loop. */
const pauseMs = 100;
let untold = 0;
let toldAt = 0;

function flush() {
  if (untold > 0) tell({ bytes: untold });
  untold = 0;
}

const work = createImportWork(importTools, (bytes) => {
  untold += bytes;
  const now = performance.now();
  if (now - toldAt < pauseMs) return;
  toldAt = now;
  flush();
});

answerQuestions(parentPort, {
  async answer(question: ImportQuestion) {
    try {
      return await work(question);
    } finally {
      flush();
    }
  },
  failureOf,
});
