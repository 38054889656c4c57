import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import type { FoundSearch, UseFound } from '../subjects/found.ts';
import { subjects } from './workspace-registry.tsx';

const debounceMs = 150;
const leastLetters = 2;
/** The searches of all subjects. Their number and order never change, as React requires of hooks. */
const searches: readonly UseFound[] = subjects.flatMap(({ useFound: search }) => search ?? []);
const page: FoundSearch['page'] = { offset: 0, limit: 5 };

/** Returns palette entries for the objects of all subjects whose names contain the typed text. */
export function useFound(text: string): SpotlightActionData[] {
  const [typed] = useDebouncedValue(text.trim(), debounceMs);
  const search: FoundSearch | null = typed.length >= leastLetters ? { text: typed, page } : null;
  // biome-ignore lint/correctness/useHookAtTopLevel: the searches are constant, so the hooks are called in the same order
  const found = searches.flatMap((useSearch) => useSearch(search));
  if (search === null) return [];
  // Main has already matched the objects; the palette filters again by these keywords.
  return found.map((action) => ({ ...action, keywords: text }));
}
