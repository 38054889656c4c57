import type { SpotlightActionData } from '@mantine/spotlight';

/** What the palette shows of a subject: those whose names hold what was typed. */
export type UseFound = (search: FoundSearch | null) => SpotlightActionData[];

/** What a subject is searched for. */
export interface FoundSearch {
  text: string;
  /** The first of them only: the palette is for going to what one knows, the lists are for looking through. */
  page: { offset: number; limit: number };
}
