/** For work of a caller: ends with the caller's signal, where there is one, and with Nadir. */
export function untilClosing(signal: AbortSignal | undefined, closing: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, closing]) : closing;
}
