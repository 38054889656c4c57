// The thread that reads and writes review files, one question after another.
import { parentPort } from 'node:worker_threads';
import { answerQuestions } from '../core/question-thread.ts';
import { createDisk } from '../holdings/disk/disk.ts';
import { createReviewWork, failureOf } from '../reviews/review-thread.ts';

answerQuestions(parentPort, { answer: createReviewWork(createDisk()), failureOf });
