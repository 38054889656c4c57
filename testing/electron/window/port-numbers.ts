import type { MessagePort } from 'node:worker_threads';
import type { PortData } from './calls.ts';

interface OtherEnd {
  data: (port: number, data: PortData) => Promise<unknown>;
  closed: (port: number) => Promise<unknown>;
}

/** Ports cannot be sent to another process: each gets a number here, by which both processes know it. */
export function createPortNumbers(otherEnd: OtherEnd) {
  const ports = new Map<number, MessagePort>();
  let last = 0;
  /** The browser may have ended in the meantime, and main ends with it. */
  const tell = (told: Promise<unknown>) => void told.catch(() => undefined);

  return {
    /** Returns the number of a port whose other end is in a page from now on. */
    keep(port: MessagePort): number {
      last += 1;
      const number = last;
      ports.set(number, port);
      port.on('message', (data: PortData) => tell(otherEnd.data(number, data)));
      port.on('close', () => {
        if (ports.delete(number)) tell(otherEnd.closed(number));
      });
      return number;
    },
    post: (number: number, data: PortData) => ports.get(number)?.postMessage(data),
    close(number: number) {
      const port = ports.get(number);
      ports.delete(number);
      port?.close();
    },
  };
}
