/** Returns the system's error code, such as `ENOENT` or `ENOSPC`; an empty string for any other error. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
