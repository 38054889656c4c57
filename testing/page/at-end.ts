const ends: (() => void)[] = [];

/** Runs something when the present test has ended. */
export function atEnd(run: () => void) {
  ends.push(run);
}

/** Runs them, each once. */
export function endTest() {
  for (const end of ends.splice(0)) end();
}
