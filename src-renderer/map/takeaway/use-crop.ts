import { useEffect, useRef, useState } from 'react';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { CropArea, CropRefusal, ExportedFile } from '../../../src-preload/contract/takeaway.ts';
import { useApi } from '../../client/api.tsx';
import { hasErrorCode } from '../../i18n/error-text.ts';

/** How far a crop is. */
export type CropState =
  | { kind: 'idle' }
  | { kind: 'running'; share: number }
  | { kind: 'stopped' }
  | { kind: 'done'; file: ExportedFile }
  | { kind: 'refused'; reason: CropRefusal }
  | { kind: 'failed'; error: unknown };

/** Writes crops one at a time; leaving the part of the page that asked for one stops it. */
export function useCrop() {
  const { client } = useApi();
  const [state, setState] = useState<CropState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(input: { fileId: LibraryFileId; area: CropArea; name: string }, signal: AbortSignal) {
    for await (const event of await client.takeaway.crop(input, { signal })) {
      if (event.kind === 'progress') setState({ kind: 'running', share: event.share });
      else setState(event);
    }
  }

  return {
    state,
    start(input: { fileId: LibraryFileId; area: CropArea; name: string }) {
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
