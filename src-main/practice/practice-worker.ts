import { parentPort, workerData } from 'node:worker_threads';
import { createPracticeService } from './create-practice-service.ts';
import { practiceOptionsSchema } from './options.ts';

const start = async () => createPracticeService(practiceOptionsSchema.parse(workerData));

// The service runs in a thread, so that its work never blocks the starter. It posts its addresses once and ends on the first
// message. A failure of the start reaches the starter as the error of the thread.
const service = await start().catch((error: unknown) => {
  // Only the message, because some errors cannot be posted.
  throw new Error(error instanceof Error ? error.message : String(error));
});
parentPort?.once('message', () => {
  void service.close().then(() => parentPort?.close());
});
parentPort?.postMessage({ announcement: service.announcement, controlUrl: service.controlUrl });
