// Reads and writes the library folder for its catalog: items, catalogs, and the checksums of files. One question after another.
import { parentPort } from 'node:worker_threads';
import { answerQuestions } from '../core/question-thread.ts';
import { createHoldingsWork, failureOf } from './holdings-work.ts';

answerQuestions(parentPort, { answer: createHoldingsWork(), failureOf });
