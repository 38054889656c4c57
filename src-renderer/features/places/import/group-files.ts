import type { ImportSource } from '../../../formats/read-source.ts';

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

/** The files that SQLite keeps beside a database while a program has it open. */
const databasePart = /-(?:wal|shm|journal)$/i;
const databaseOf = (name: string) => name.replace(databasePart, '').toLowerCase();

/**
 * Groups files that are parsed together: the parts of a shapefile, a database with its log, and all photos. Names only group files; the content decides the format.
 */
export function groupFiles(files: readonly File[]): NamedSource[] {
  const groups = new Map<string, File[]>();
  for (const file of files) {
    const hasShape = files.some(({ name }) => /\.shp$/i.test(name) && baseOf(name) === baseOf(file.name));
    const isPart = shapefilePart.test(file.name) && hasShape;
    const isOfDatabase = files.some(
      (other) =>
        databasePart.test(other.name) !== databasePart.test(file.name) &&
        databaseOf(other.name) === databaseOf(file.name),
    );
    const key = isPart
      ? `shapefile ${baseOf(file.name)}`
      : isOfDatabase
        ? `database ${databaseOf(file.name)}`
        : photo.test(file.name)
          ? 'photos'
          : `file ${groups.size}`;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups].map(([key, group]) => {
    const main = ({ name }: File) =>
      key.startsWith('database ') ? !databasePart.test(name) : /\.shp$/i.test(name);
    const first = group.find(main) ?? group[0];
    const name =
      key === 'photos' && group.length > 1 ? `${first?.name ?? ''} … (${group.length})` : (first?.name ?? '');
    return { name, source: sourceOf(group.toSorted((a, b) => Number(main(b)) - Number(main(a)))) };
  });
}
