/** The names of a file. `name` is what the service calls it; after `withDistinctNames` it is unique within the scene. */
export interface NamedFile {
  name: string;
  file_name: string;
}

/** The extensions of the attachments whose kind the interface names (service §2.9). */
const extensions: Readonly<Record<string, string>> = {
  delivery_zip: '.zip',
  footprint: '.kml',
  thumbnail: '.png',
  preview: '.png',
};

/**
 * Returns the part of a link that names the file, by the shapes of service §4.10; null for another link, of which any part may be a
 * token.
 */
function partOfLink(url: string | null, shape: RegExp): string | null {
  const part = url === null ? undefined : shape.exec(url.split(/[?#]/)[0] ?? '')?.[1];
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the name of a raster that may have been listed without one: that of its link, else one made of its bands. */
export function nameRaster(raster: {
  file_name: string | null;
  url: string | null;
  bands: string[];
}): string {
  const given = raster.file_name || partOfLink(raster.url, /\/raster\/([^/]+)$/);
  return given || `${['raster', ...raster.bands].join('-')}.tif`;
}

/** Returns the names of an attachment that may have been listed without one of them, or without both. */
export function nameAttachment(attachment: {
  name: string | null;
  file_name: string | null;
  url: string | null;
}): NamedFile {
  const name =
    attachment.name || partOfLink(attachment.url, /\/attachments\/([^/]+)\//) || attachment.file_name;
  if (!name) return { name: 'attachment', file_name: 'attachment' };
  return { name, file_name: attachment.file_name || `${name}${extensions[name] ?? ''}` };
}

/** Inserts a number before the extension: `scene.tif` becomes `scene (2).tif`. */
const numbered = (name: string, nth: number) => name.replace(/(\.[^./\\]{1,8})?$/, ` (${nth})$1`);

/**
 * Gives the second and further files of the same name a number, so that none takes the place of another. Equal names are numbered by
 * what else the service says of them, so that the numbers stay when the list comes in another sequence.
 */
export function withDistinctNames<T extends NamedFile>(
  files: readonly T[],
  traitsOf: (file: T) => string,
): T[] {
  const groups = new Map<string, T[]>();
  for (const file of files) groups.set(file.name, [...(groups.get(file.name) ?? []), file]);
  const taken = new Set(groups.keys());
  const renamed = new Map<T, T>();
  for (const group of groups.values()) {
    const sorted = group.toSorted((a, b) => (traitsOf(a) < traitsOf(b) ? -1 : 1));
    let nth = 1;
    for (const file of sorted.slice(1)) {
      do nth += 1;
      while (taken.has(numbered(file.name, nth)));
      taken.add(numbered(file.name, nth));
      renamed.set(file, {
        ...file,
        name: numbered(file.name, nth),
        file_name: numbered(file.file_name, nth),
      });
    }
  }
  return files.map((file) => renamed.get(file) ?? file);
}
