import { createExportSession, type ExportRequest } from './export-session.ts';

const session = createExportSession((reply) => self.postMessage(reply));
self.addEventListener('message', (event: MessageEvent<ExportRequest>) => session.receive(event.data));
