/**
 * The kinds of named places. The embedded file stores the index in this list, so new kinds must be added at the end.
 */
export const placeKinds = [
  ...['country', 'division', 'district', 'capital', 'town', 'part', 'former', 'station'],
  ...['continent', 'region', 'ocean', 'sea', 'bay', 'strait', 'lagoon', 'reef'],
  ...['lake', 'reservoir', 'river', 'island', 'islands', 'mountains', 'peak', 'pass', 'plateau'],
  ...['desert', 'plain', 'valley', 'wetland', 'peninsula', 'cape', 'coast', 'glacier'],
  ...['airport', 'spaceport', 'port'],
] as const;
/** The kind of a named place. */
export type PlaceKind = (typeof placeKinds)[number];
