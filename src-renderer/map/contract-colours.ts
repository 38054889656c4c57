/** Colours that can be distinguished with every common colour blindness, also by lightness, with a shade for each theme. */
export const contractColours = [
  { name: 'blue', light: '#0b5fb0', dark: '#6cb4ff' },
  { name: 'orange', light: '#c24a00', dark: '#ff9a52' },
  { name: 'green', light: '#0a7d5a', dark: '#3fd0a0' },
  { name: 'purple', light: '#8e2f8c', dark: '#e79be3' },
  { name: 'ochre', light: '#7d6200', dark: '#f2d14b' },
  { name: 'crimson', light: '#9b1238', dark: '#ff7f9c' },
  { name: 'slate', light: '#3f4c5c', dark: '#b9c6d4' },
  { name: 'cyan', light: '#00788f', dark: '#74e0ee' },
] as const;

/** The name of a colour. The theme decides which of its two shades is used. */
export type ContractColour = (typeof contractColours)[number]['name'];

/**
 * Returns a colour for each contract. A contract keeps its colour from `kept`; the others get the least used colours, in the
 * sequence of `contractIds`.
 */
export function assignColours(
  contractIds: readonly string[],
  kept: ReadonlyMap<string, ContractColour>,
): Map<string, ContractColour> {
  const assigned = new Map<string, ContractColour>();
  const uses = new Map<ContractColour, number>(contractColours.map(({ name }) => [name, 0]));
  const use = (id: string, name: ContractColour) => {
    assigned.set(id, name);
    uses.set(name, (uses.get(name) ?? 0) + 1);
  };
  for (const id of contractIds) {
    const stored = kept.get(id);
    if (stored) use(id, stored);
  }
  for (const id of contractIds) {
    if (assigned.has(id)) continue;
    const [leastUsed] = [...uses].reduce((best, each) => (each[1] < best[1] ? each : best));
    use(id, leastUsed);
  }
  return assigned;
}
