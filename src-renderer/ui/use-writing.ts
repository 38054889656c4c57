import { useEffect, useRef, useState } from 'react';
import { hasErrorCode } from '../i18n/error-text.ts';

interface Progress {
  kind: 'progress';
  /** Of the whole, 0–1. */
  share: number;
}

/** How far something is that main writes; `End` is what main tells last. */
export type WritingState<End> =
  | { kind: 'idle' }
  | { kind: 'running'; share: number }
  | { kind: 'stopped' }
  | { kind: 'failed'; error: unknown }
  | End;

const isProgress = (event: Progress | { kind: string }): event is Progress => event.kind === 'progress';

/** Writes one thing at a time by a call that tells its progress; leaving the part of the page that asked for it stops it. */
export function useWriting<Input, End extends { kind: string }>(
  call: (input: Input, signal: AbortSignal) => Promise<AsyncIterable<Progress | End>>,
) {
  const [state, setState] = useState<WritingState<End>>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(input: Input, signal: AbortSignal) {
    for await (const event of await call(input, signal))
      setState(isProgress(event) ? { kind: 'running', share: event.share } : event);
  }

  return {
    state,
    start(input: Input) {
      const stop = new AbortController();
      running.current = stop;
      setState({ kind: 'running', share: 0 });
      run(input, stop.signal).catch((error: unknown) => {
        const isStopped = stop.signal.aborted || hasErrorCode(error, 'CANCELLED');
        setState(isStopped ? { kind: 'stopped' } : { kind: 'failed', error });
      });
    },
    stop: () => running.current?.abort(),
  };
}
