import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import type { PaletteSearch, UsePaletteSearch } from '../kit/lists/palette-search.ts';
import { subjects } from './workspace-registry.tsx';

const debounceMs = 150;
const leastLetters = 2;
/** The searches of all subjects; their number and order never change, as React requires of hooks. */
const searches: readonly UsePaletteSearch[] = subjects.flatMap(
  ({ usePaletteSearch: search }) => search ?? [],
);
const page: PaletteSearch['page'] = { offset: 0, limit: 5 };

/** Returns palette entries for the objects of all subjects whose names contain the typed text. */
export function useFound(text: string): SpotlightActionData[] {
  const [typed] = useDebouncedValue(text.trim(), debounceMs);
  const search: PaletteSearch | null = typed.length >= leastLetters ? { text: typed, page } : null;
  // biome-ignore lint/correctness/useHookAtTopLevel: the searches are constant, so the hooks are called in the same order
  const found = searches.flatMap((useSearch) => useSearch(search));
  if (search === null) return [];
  // Main has already matched the objects; the palette filters again by these keywords.
  return found.map((action) => ({ ...action, keywords: text }));
}
