// The thread that reads and writes review files, one question after another.
import { parentPort } from 'node:worker_threads';
import { answerQuestions } from '../core/question-thread.ts';
import { confineDisk, createDisk } from '../features/library/holdings/disk/disk.ts';
import { createReviewWork, failureOf } from '../features/reviews/review-thread.ts';

const disk = createDisk();
const answer = createReviewWork(disk, (library) => confineDisk(disk, library));
answerQuestions(parentPort, { answer, failureOf });
