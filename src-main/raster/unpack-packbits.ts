/**
 * Unpacks TIFF PackBits from pieces of any size into pieces of at most `pieceBytes`. A run that the input cuts in the middle
 * continues with the next piece.
 */
export function* unpackPackBits(
  state: { literal: number; repeat: number },
  input: Uint8Array,
  pieceBytes: number,
): Generator<Uint8Array> {
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  for (let at = 0; at < input.length || filled === piece.length; ) {
    if (filled === piece.length) {
      yield piece;
      piece = new Uint8Array(pieceBytes);
      filled = 0;
      continue;
    }
    if (state.literal > 0) {
      const length = Math.min(state.literal, input.length - at, piece.length - filled);
      piece.set(input.subarray(at, at + length), filled);
      [at, filled, state.literal] = [at + length, filled + length, state.literal - length];
    } else if (state.repeat > 0) {
      const length = Math.min(state.repeat, piece.length - filled);
      piece.fill(input[at] ?? 0, filled, filled + length);
      [filled, state.repeat] = [filled + length, state.repeat - length];
      if (state.repeat === 0) at += 1;
    } else {
      const head = input[at] ?? 0;
      at += 1;
      if (head < 128) state.literal = head + 1;
      else if (head > 128) state.repeat = 257 - head;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
