// Looks whether one library folder is there; blocks itself and nothing else while a drive sleeps.
import { parentPort } from 'node:worker_threads';
import { type ProbeAnswer, type ProbeQuestion, probeFolder } from './probe-folder.ts';

parentPort?.on('message', (question: ProbeQuestion) => {
  const answer: ProbeAnswer = { id: question.id, state: probeFolder(question) };
  parentPort?.postMessage(answer);
});
