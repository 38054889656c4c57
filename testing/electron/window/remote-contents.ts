import type { BirpcReturn } from 'birpc';
import type { BrowserWindowConstructorOptions, PrintToPDFOptions } from 'electron';
import type { FakeSession } from '../fake-session.ts';
import { type ContentsSurroundings, FakeWebContents } from '../fake-window.ts';
import type { BrowserCalls, MainCalls } from './calls.ts';

/** A message takes a turn to be posted, and one to be read. */
const turnsOfPorts = 4;

/** The contents of a window whose page is a real one, in a browser of another process. */
export class RemoteContents extends FakeWebContents {
  readonly #number: number;
  readonly #browser: BirpcReturn<BrowserCalls, MainCalls>;

  constructor(
    session: FakeSession,
    surroundings: ContentsSurroundings,
    { number, browser }: { number: number; browser: BirpcReturn<BrowserCalls, MainCalls> },
  ) {
    super(session, surroundings);
    this.#number = number;
    this.#browser = browser;
  }

  /** Lets a call go on by itself. One that fails because its page has gone concerns nobody; another fault ends the process. */
  track(call: Promise<unknown>): void {
    call.catch((error: unknown) => {
      if (!this.isGone) throw error;
    });
  }

  override async load(address: string): Promise<void> {
    this.mainFrame.url = address;
    if (!(await this.#browser.load(this.#number, address))) {
      this.emit('did-fail-load', {}, -9, 'ERR_UNEXPECTED', address, true, 1, 1);
      throw new Error(`ERR_UNEXPECTED (-9) loading '${address}'`);
    }
    this.page = new Response(null);
    this.emit('did-finish-load');
  }

  override reload(): void {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    this.reloads += 1;
    this.track(this.#browser.reload(this.#number));
  }

  override async executeJavaScript(script: string): Promise<unknown> {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    return this.#browser.run(this.#number, script);
  }

  override async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    return Buffer.from(await this.#browser.print(this.#number, options));
  }

  override forcefullyCrashRenderer(): void {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    this.track(this.#browser.crash(this.#number));
  }

  override async leave(): Promise<boolean> {
    const isLeft = await this.#browser.close(this.#number);
    // What the page has sent in its last turn is in the ports, and is read before its window is gone.
    for (let turn = 0; turn < turnsOfPorts; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return isLeft;
  }

  /** Whether the page is left although it refuses. */
  asksToLeave(): boolean {
    return this.mayLeave();
  }

  /** Returns the options of the window that the page may open at this address, or null. */
  windowFor(address: string): BrowserWindowConstructorOptions | null {
    const decision = this.decideWindow(address);
    return decision.action === 'allow' ? (decision.overrideBrowserWindowOptions ?? {}) : null;
  }
}
