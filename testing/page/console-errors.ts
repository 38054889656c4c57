import { type MockInstance, vi } from 'vitest';

let errors: MockInstance<typeof console.error> | null = null;

/** Listens anew, before a test, to what the page writes to the console as an error; the terminal does not show it. */
export function hearErrors() {
  // Each file of tests has a console of its own.
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  errors.mockClear();
}

/** What was written since, each as one text; a test that expects some takes them. */
export function takeErrors(): string[] {
  const texts = (errors?.mock.calls ?? []).map((said) => said.map(String).join(' '));
  errors?.mockClear();
  return texts;
}
