/** What a column of a table can mean; the order is that of the dialog. */
export const columnRoles = ['name', 'latitude', 'longitude', 'place', 'altitude', 'notes', 'tags'] as const;
