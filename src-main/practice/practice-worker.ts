import { parentPort, workerData } from 'node:worker_threads';
import { createPracticeService } from './create-practice-service.ts';
import { practiceOptionsSchema } from './options.ts';

const start = async () => createPracticeService(practiceOptionsSchema.parse(workerData));

// The service in a thread of its own: whatever holds it, whoever started it goes on. It tells its addresses once, and ends
// when it is told to; what fails at the start reaches the starter as the error of the thread.
const service = await start().catch((error: unknown) => {
  // A message only: some errors do not survive the way between threads.
  throw new Error(error instanceof Error ? error.message : String(error));
});
parentPort?.once('message', () => {
  void service.close().then(() => parentPort?.close());
});
parentPort?.postMessage({ announcement: service.announcement, controlUrl: service.controlUrl });
