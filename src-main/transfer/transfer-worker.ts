import { parentPort } from 'node:worker_threads';
import { createTransferEngine } from './transfer-engine.ts';
import type { ToThread } from './transfer-messages.ts';

const port = parentPort;
if (port === null) throw new Error('this is a thread');
const engine = createTransferEngine({ tell: (message) => port.postMessage(message) });
port.on('message', (message: ToThread) => engine.handle(message));
