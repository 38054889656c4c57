// Reads and writes the review files beside scenes. One question after another.
import { parentPort } from 'node:worker_threads';
import { createDisk } from '../holdings/disk/disk.ts';
import {
  createReviewWork,
  type ReviewMessage,
  type ReviewQuestion,
  reviewTroubleOf,
} from '../reviews/review-thread.ts';

const work = createReviewWork(createDisk());

async function messageOf(question: ReviewQuestion): Promise<ReviewMessage> {
  try {
    return { answer: await work(question) };
  } catch (error) {
    const trouble = reviewTroubleOf(error);
    return trouble === null
      ? { failed: error instanceof Error ? error : new Error(String(error)) }
      : { trouble };
  }
}

// Whoever asks waits for the answer before the next question.
parentPort?.on('message', async (question: ReviewQuestion) => {
  parentPort?.postMessage(await messageOf(question));
});
