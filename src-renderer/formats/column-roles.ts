/** The columns that complete the degrees of a coordinate which a file has in several columns. */
export const completingRoles = [
  'latitudeMinutes',
  'latitudeSeconds',
  'latitudeHemisphere',
  'longitudeMinutes',
  'longitudeSeconds',
  'longitudeHemisphere',
] as const;
/** What a column of a table can mean; the order is that of the dialog. */
export const columnRoles = [
  'name',
  'latitude',
  'longitude',
  'place',
  'altitude',
  'notes',
  'tags',
  ...completingRoles,
] as const;
