// Reads and writes the review files beside scenes. One question after another.
import { parentPort } from 'node:worker_threads';
import { answerQuestions } from '../core/question-thread.ts';
import { createDisk } from '../holdings/disk/disk.ts';
import { createReviewWork, failureOf } from '../reviews/review-thread.ts';

answerQuestions(parentPort, { answer: createReviewWork(createDisk()), failureOf });
