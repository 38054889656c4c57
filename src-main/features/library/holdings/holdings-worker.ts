// The thread that reads and writes items and catalogs of the library folder and computes checksums, one question after another.
import { parentPort } from 'node:worker_threads';
import { answerQuestions } from '../../../core/question-thread.ts';
import { createHoldingsWork, failureOf } from './holdings-work.ts';

answerQuestions(parentPort, { answer: createHoldingsWork(), failureOf });
