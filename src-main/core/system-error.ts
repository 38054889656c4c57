/** The code that the system gave an error, as `ENOENT` or `ENOSPC`; an empty text for any other error. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
