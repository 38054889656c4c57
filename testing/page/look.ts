import { screen } from '@testing-library/react';

/** What the filters above would ask main for, see `FiltersAlone`. */
export const queryShown = (): unknown =>
  JSON.parse(screen.getByRole('status', { name: 'query' }).textContent);

/** The text of a fact of the details, by its name on screen. */
export function factOf(name: string): string {
  const term = screen.getAllByRole('term').find((each) => each.textContent === name);
  if (!term) throw new Error(`no fact ${name}`);
  return term.nextElementSibling?.textContent ?? '';
}
