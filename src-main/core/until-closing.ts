/** Returns a signal for the work of a caller: it fires with the caller's signal, if there is one, and when Nadir closes. */
export function untilClosing(signal: AbortSignal | undefined, closing: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, closing]) : closing;
}
