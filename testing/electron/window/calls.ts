import type { PrintToPDFOptions } from 'electron';
import type { NoticeFate } from '../fake-notices.ts';

/** A request of a page, at the address that it has in Electron. */
export interface PageRequest {
  address: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
}

/** What a page gets for a request, whole: Chromium takes no stream from whoever answers in the place of the network. */
export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** What a port carries: the text of a call, or its bytes where a call has a file. */
export type PortData = string | Uint8Array;

/** What the user of the desktop has seen and been asked so far. */
export interface DesktopState {
  notices: { title: string; body: string }[];
  /** The files that were dragged out of the window. */
  dragged: string[];
  /** The texts of the messages with buttons, and of those without. */
  messages: string[];
  /** The share of the work in the task bar at last; below zero there is none. */
  progress: number | null;
  /** How often main has brought its window to the front. */
  focused: number;
}

/** What the user does with a dialog of the system. */
export interface DesktopAnswers {
  /** The files or folders that are picked; an empty list closes the dialog. */
  picked?: readonly string[];
  /** The path under which a file is saved. */
  target?: string;
  /** The buttons that are pressed, in turn. */
  buttons?: readonly number[];
  notices?: NoticeFate;
}

/** The functions of the process that has the browser, which the main process calls. `contents` is the number of a page. */
export interface BrowserCalls {
  open(contents: number): Promise<void>;
  /** Resolves with false if the page could not be loaded. */
  load(contents: number, address: string): Promise<boolean>;
  reload(contents: number): Promise<void>;
  /** Lets the page have its last turn and closes it; resolves with false if it stays. */
  close(contents: number): Promise<boolean>;
  crash(contents: number): Promise<void>;
  run(contents: number, script: string): Promise<unknown>;
  print(contents: number, options: PrintToPDFOptions): Promise<Uint8Array>;
  /** A message of main for the preload script, with one end of each of these channels. */
  send(contents: number, channel: string, message: unknown, ports: number[]): Promise<void>;
  portData(port: number, data: PortData): Promise<void>;
  portClosed(port: number): Promise<void>;
}

/** The functions of the main process, which the process that has the browser calls. */
export interface MainCalls {
  /** Null if the session lets nothing out to this address. */
  request(request: PageRequest): Promise<PageAnswer | null>;
  /** A message of the preload script. */
  sent(contents: number, channel: string, message: unknown): void;
  portData(port: number, data: PortData): void;
  portClosed(port: number): void;
  crashed(contents: number): void;
  closed(contents: number): void;
  /** Returns whether a page is left although its `beforeunload` refuses. */
  mayLeave(contents: number): boolean;
  /** A page asks for a window of its own; returns the number of the new page, or null if it may not have it. */
  opens(contents: number, address: string): number | null;
  /** Returns whether a download that a page began goes on. */
  downloads(address: string, fileName: string): boolean;
  /** The user ends the application. */
  quit(): void;
  /** The user starts the application again; the arguments are those of the second start. */
  startAgain(args: string[]): void;
  clickNotice(): void;
  desktop(): DesktopState;
  answer(answers: DesktopAnswers): void;
}
