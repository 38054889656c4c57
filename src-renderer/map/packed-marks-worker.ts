import type { PackedMarks } from '../kit/state/subject-marks.ts';
import { type UnpackedMarks, unpackMarks } from './packed-marks.ts';

/** A message to the worker with the marks to project. `turn` counts the messages, so that outdated answers are recognised. */
export interface PlaceMarks {
  turn: number;
  packed: PackedMarks;
}
/** The answer of the worker, with the `turn` of its message. */
export interface PlacedAnswer extends UnpackedMarks {
  turn: number;
}

self.addEventListener('message', ({ data: { turn, packed } }: MessageEvent<PlaceMarks>) => {
  const unpacked = unpackMarks(packed);
  const { marks, areas } = unpacked;
  const buffers = [marks.x, marks.y, marks.kinds, areas.flat, areas.starts, areas.boxes].map(
    ({ buffer }) => buffer,
  );
  const indexes = [marks.index, areas.index].filter((index) => index instanceof ArrayBuffer);
  const answer: PlacedAnswer = { turn, ...unpacked };
  self.postMessage(answer, { transfer: [...buffers, ...indexes] });
});
