import { z } from 'zod';
import type { Problem } from './area.ts';

/** A larger file is of another kind and would block the page. */
export const mostFileBytes = 2_000_000;

const crsSchema = z.object({ crs: z.object({ properties: z.object({ name: z.string() }) }) });

/**
 * Formats that are recognised by their first bytes and cannot be read here; the messages name what can be read
 * instead.
 */
const signatures: readonly { start: readonly number[]; message: string }[] = [
  { start: [0x50, 0x4b, 0x03, 0x04], message: 'validation.zippedFile' },
  { start: [0x00, 0x00, 0x27, 0x0a], message: 'validation.shapefile' },
  { start: [...'SQLite format 3'].map((letter) => letter.charCodeAt(0)), message: 'validation.geopackage' },
  { start: [0x1f, 0x8b], message: 'validation.binaryFile' },
  { start: [...'%PDF'].map((letter) => letter.charCodeAt(0)), message: 'validation.binaryFile' },
];

function signatureProblem(codeAt: (index: number) => number | undefined): Problem | null {
  const found = signatures.find(({ start }) => start.every((byte, i) => codeAt(i) === byte));
  return found ? { message: found.message } : null;
}

/** Returns true if a text contains bytes that no text of points or areas has. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, 4_096);
  return (
    sample.includes('\u0000') ||
    [...sample].filter((letter) => letter === '\uFFFD').length > sample.length / 50
  );
}

/** Returns why a pasted or read text cannot be an import; null if it may be one. */
export function textProblem(text: string): Problem | null {
  if (text.length > mostFileBytes) return { message: 'validation.fileTooLarge' };
  const body = text.replace(/^\uFEFF/, '').trimStart();
  const known = body.startsWith('PK\u0003\u0004')
    ? { message: 'validation.zippedFile' }
    : signatureProblem((index) => text.charCodeAt(index));
  if (known) return known;
  return isBinary(text) ? { message: 'validation.binaryFile' } : null;
}

/**
 * Decodes a file as UTF-8, UTF-16 or Windows-1252: Excel writes UTF-16 with a byte order mark, or the code page of
 * Windows without one.
 */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the text of a selected or dropped file, or the problem. The size is checked before the file is read. */
export async function readImportFile(file: Blob): Promise<{ text: string } | { problem: Problem }> {
  if (file.size > mostFileBytes) return { problem: { message: 'validation.fileTooLarge' } };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const known = signatureProblem((index) => bytes[index]);
  if (known) return { problem: known };
  const text = decoded(bytes);
  const problem = textProblem(text);
  return problem ? { problem } : { text };
}

/**
 * Returns a problem if GeoJSON names another reference system than WGS 84. This was possible before 2016; since then
 * degrees on WGS 84 are the only system.
 */
export function crsProblem(value: unknown): Problem | null {
  const crs = crsSchema.safeParse(value).data?.crs.properties.name;
  return crs === undefined || /CRS:?:?84$|EPSG[:/](?:.*[:/])?4326$/i.test(crs)
    ? null
    : { message: 'validation.otherCrs', values: { crs: crs.slice(0, 60) } };
}

/** Parses a KML document, without loading anything that it names; returns the problem if it is not KML. */
export function parseKml(text: string): { document: Document } | { problem: Problem } {
  // Entities can name files and addresses, or grow without limit; KML does not need a document type.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return { problem: { message: 'validation.xmlEntities' } };
  const document = new DOMParser().parseFromString(text, 'text/xml');
  if (document.querySelector('parsererror')) return { problem: { message: 'validation.brokenXml' } };
  const root = document.documentElement.nodeName.replace(/^.*:/, '').toLowerCase();
  if (root === 'gpx') return { problem: { message: 'validation.gpxFile' } };
  return root === 'kml'
    ? { document }
    : { problem: { message: 'validation.otherXml', values: { root: root.slice(0, 40) } } };
}
