import { useEffect, useRef, useState } from 'react';
import { hasErrorCode } from '../i18n/error-text.ts';

interface Progress {
  kind: 'progress';
  /** The finished fraction, from 0 to 1. */
  share: number;
}

/** The progress of something that main writes; `End` is main's last message. */
export type WritingState<End> =
  | { kind: 'idle' }
  | { kind: 'running'; share: number }
  | { kind: 'stopped' }
  | { kind: 'failed'; error: unknown }
  | End;

const isProgress = (event: Progress | { kind: string }): event is Progress => event.kind === 'progress';

/** Writes one thing at a time by a call that reports its progress; unmounting the component stops it. */
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
