/** The kind of dropped files by their content: certainly scenes, perhaps scenes (GeoTIFFs may be maps, too), or something else. */
export type DroppedKind = 'scenes' | 'rasters' | 'other';

const headBytes = 64 * 1_024;

/**
 * The first bytes of rasters that are not imported: JPEG 2000 as a file and as a stream, NITF and NSIF, and HFA. They are scenes as well: the
 * import names them and says which rasters it takes.
 */
const otherRasters = ['\0\0\0\u000cjP  \r\n', '\u00ffO\u00ffQ', 'NITF0', 'NSIF0', 'EHFA_HEADER_TAG'];

async function textAt(file: File, from: number, to: number): Promise<string> {
  return new TextDecoder('latin1').decode(await file.slice(Math.max(0, from), to).arrayBuffer());
}

async function kindOf(file: File): Promise<DroppedKind> {
  const head = await textAt(file, 0, headBytes).catch(() => null);
  // Reading a folder as a file fails.
  if (head === null) return 'scenes';
  if (otherRasters.some((start) => head.startsWith(start))) return 'scenes';
  if (/^(?:II[*+]\0|MM\0[*+])/.test(head)) return 'rasters';
  // The directory of a ZIP archive is at its end.
  if (head.startsWith('PK\u0003\u0004')) {
    const end = await textAt(file, file.size - headBytes, file.size);
    return /\.tiff?(?:PK|\0|$)|\.tiff?[^\w.]/i.test(end) ? 'scenes' : 'other';
  }
  return /^\s*\{/.test(head.replace(/^ï»¿/, '')) && /"stac_version"\s*:/.test(head) ? 'scenes' : 'other';
}

/** Resolves with the kind of files: `scenes` if one of them certainly is a scene, else `rasters` if one of them is a raster. */
export async function droppedKind(files: readonly File[]): Promise<DroppedKind> {
  const kinds = new Set(await Promise.all(files.slice(0, 50).map(kindOf)));
  if (kinds.has('scenes')) return 'scenes';
  return kinds.has('rasters') ? 'rasters' : 'other';
}
