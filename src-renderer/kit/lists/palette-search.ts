import type { SpotlightActionData } from '@mantine/spotlight';

/** A hook that returns the palette's entries for a subject: those whose names contain the search text. */
export type UsePaletteSearch = (search: PaletteSearch | null) => SpotlightActionData[];

/** The search of the palette. */
export interface PaletteSearch {
  text: string;
  /** Only the first results: the palette opens known things, the lists are for browsing. */
  page: { offset: number; limit: number };
}
