// The import thread: it reads foreign bytes, computes checksums and copies files, one question after another.
import { parentPort } from 'node:worker_threads';
import { answerQuestions } from '../core/question-thread.ts';
import type { CopiedBytes, ImportQuestion } from '../features/imports/import-thread.ts';
import { createImportWork, failureOf } from '../features/imports/import-work.ts';
import { importTools } from './import-tools.ts';

const post = (message: CopiedBytes) => parentPort?.postMessage(message);
/** Messages are at least this far apart: one for each piece of a file would keep the main loop busy. */
const pauseMs = 100;
let unpostedBytes = 0;
let postedAt = 0;

function flush() {
  if (unpostedBytes > 0) post({ bytes: unpostedBytes });
  unpostedBytes = 0;
}

const work = createImportWork(importTools, (bytes) => {
  unpostedBytes += bytes;
  const now = performance.now();
  if (now - postedAt < pauseMs) return;
  postedAt = now;
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
