import { longestPageStack } from '../../../src-preload/contract/plain-values.ts';
import type { MainClient } from './connect.ts';

/** A part that fails again with every drawing must not fill the log. */
const mostReports = 100;

interface PageErrorLog {
  /** Logs an error; `parts` names the components around its place, as React writes them. */
  report(error: unknown, parts?: string): void;
}

function formatStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '' } = error;
  // Chromium begins the stack with the message; where it does not, both are needed.
  return stack.includes(error.message) ? stack : `${error.name}: ${error.message}\n${stack}`;
}

/**
 * Creates the way of the page's errors into the log of Nadir. The page has no log of its own, and a support bundle
 * would say nothing of a window that stopped. Each error is logged once, and at most a hundred in all; one that cannot
 * be told because main has ended is in the console only.
 */
export function createPageErrorLog(client: MainClient): PageErrorLog {
  const known = new Set<string>();
  return {
    report(error, parts = '') {
      const stack = formatStack(error).slice(0, longestPageStack);
      if (known.size >= mostReports || known.has(stack)) return;
      known.add(stack);
      client.app.reportPageError({ stack, parts: parts.slice(0, longestPageStack) }).catch(() => undefined);
    },
  };
}

/** Reports what is thrown outside of React: in handlers, timers and promises that nobody waits for. */
export function reportStrayErrors({ report }: PageErrorLog): void {
  window.addEventListener('error', ({ error, message }) => report(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
