// The thread that probes one library folder. It may block while a drive is asleep.
import { parentPort } from 'node:worker_threads';
import { type ProbeAnswer, type ProbeQuestion, probeFolder } from './probe-folder.ts';

parentPort?.on('message', (question: ProbeQuestion) => {
  const answer: ProbeAnswer = { id: question.id, state: probeFolder(question) };
  parentPort?.postMessage(answer);
});
