import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/**
 * Main's end of a channel as Electron has it: an emitter whose messages wait for `start()` and come as `{ data, ports }`,
 * which takes only ports to transfer (an ArrayBuffer cannot be) and is of no more use once it was transferred itself.
 */
export class FakeMessagePortMain extends EventEmitter {
  #port: MessagePort | null;
  #started = false;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('close', () => {
      if (this.#port === port) this.emit('close');
    });
  }

  #own(): MessagePort {
    if (this.#port === null) throw new Error('Object has been destroyed');
    return this.#port;
  }

  postMessage(message: unknown, transfer: FakeMessagePortMain[] = []): void {
    const ports = transfer.map((each) => {
      if (!(each instanceof FakeMessagePortMain)) throw new TypeError('Port at index 0 is not a valid port');
      return each.takeForTransfer();
    });
    this.#own().postMessage(message, ports);
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    const port = this.#own();
    port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }));
    // The test's process must not live on for a port that nobody closed.
    port.unref();
  }

  close(): void {
    this.#port?.close();
  }

  /** The port as the page gets it. */
  takeForTransfer(): MessagePort {
    const port = this.#own();
    this.#port = null;
    return port;
  }
}

export class FakeMessageChannelMain {
  readonly port1: FakeMessagePortMain;
  readonly port2: FakeMessagePortMain;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new FakeMessagePortMain(port1);
    this.port2 = new FakeMessagePortMain(port2);
  }
}
