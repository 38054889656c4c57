/**
 * One range of RFC 9110 §14.1.2: `ignored` (several ranges, or invalid: the whole is sent), `unsatisfiable`, or from–to
 * inclusive.
 */
export type ByteRange =
  | { kind: 'ignored' }
  | { kind: 'unsatisfiable' }
  | { kind: 'part'; start: number; end: number };

/** Reads a `Range` header for a file of `size` bytes; several ranges and invalid ones are ignored (RFC 9110 §14.2). */
export function readRange(header: string | null, size: number): ByteRange {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return { kind: 'ignored' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return { kind: 'ignored' };
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end };
}
