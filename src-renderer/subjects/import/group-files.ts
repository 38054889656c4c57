import type { ImportSource } from '../../formats/read-source.ts';

/** A source with its name in the dialog. */
export interface NamedSource {
  name: string;
  source: ImportSource;
}

const shapefilePart = /\.(?:shp|dbf|shx|prj|cpg|cst|sbn|sbx|qix|qmd|qpj|shp\.xml)$/i;
const photo = /\.(?:jpe?g|heic|heif|avif|png|webp)$/i;
const baseOf = (name: string) => name.replace(shapefilePart, '').toLowerCase();

const sourceOf = (files: readonly File[]): ImportSource => ({
  kind: 'files',
  files: files.map((file) => ({ name: file.name, blob: file })),
});

/**
 * Groups files that are parsed together: the parts of a shapefile, and all photos. Names only group files; the content decides the format.
 */
export function groupFiles(files: readonly File[]): NamedSource[] {
  const groups = new Map<string, File[]>();
  for (const file of files) {
    const hasShape = files.some(({ name }) => /\.shp$/i.test(name) && baseOf(name) === baseOf(file.name));
    const isPart = shapefilePart.test(file.name) && hasShape;
    const key = isPart
      ? `shapefile ${baseOf(file.name)}`
      : photo.test(file.name)
        ? 'photos'
        : `file ${groups.size}`;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups].map(([key, group]) => {
    const first = group.find(({ name }) => /\.shp$/i.test(name)) ?? group[0];
    const name =
      key === 'photos' && group.length > 1 ? `${first?.name ?? ''} … (${group.length})` : (first?.name ?? '');
    return { name, source: sourceOf(group) };
  });
}
