import { unpackIds } from '../../src-preload/contract/packed-places.ts';
import type { MarkKey, PackedMarks } from '../kit/state/subject-marks.ts';
import type { UnpackedMarks } from './packed-marks.ts';
import type { PlacedAnswer, PlaceMarks } from './packed-marks-worker.ts';

/** The marks of a list, projected and indexed for drawing; `ids` and `names` are those of each point. */
export interface MarksInPlace
  extends Pick<UnpackedMarks, 'marks' | 'areaIds' | 'areas' | 'faint' | 'styled'> {
  ids: MarkKey[];
  names: string[] | null;
}

/**
 * Creates what unpacks, projects and indexes marks in a worker. On the page's thread a hundred thousand tasks would block the
 * input. Only the last request is answered.
 */
export function createMarksPlacer(placed: (marks: MarksInPlace | null) => void) {
  let worker: Worker | null = null;
  let turn = 0;
  let busy = false;

  function startWorker(): Worker {
    const started = new Worker(new URL('./packed-marks-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<PlacedAnswer>) => {
      if (data.turn !== turn) return;
      busy = false;
      const names = data.styled === null ? null : unpackIds(data.styled.names);
      const ids = unpackIds(data.ids);
      placed({ ...data, ids: data.hasNumbers ? ids.map(Number) : ids, names });
    });
    return started;
  }

  return {
    request(packed: PackedMarks | null) {
      turn += 1;
      busy = packed !== null;
      if (packed === null) return placed(null);
      worker ??= startWorker();
      const question: PlaceMarks = { turn, packed };
      worker.postMessage(question);
    },
    isBusy: () => busy,
    destroy() {
      turn += 1;
      worker?.terminate();
    },
  };
}
