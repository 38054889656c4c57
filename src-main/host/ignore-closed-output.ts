/**
 * Lets this process go on when nobody reads its output any more, as after `| head -1` or when its terminal is closed: the next line would
 * otherwise be an unhandled error, and end Nadir with transfers and submissions under way.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
