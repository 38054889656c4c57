import { markedText } from './csv.ts';

/** How long the blob is kept: the download starts later than the click. */
const holdMs = 60_000;

/**
 * Saves a file for the user: the browser puts it into the downloads folder, Electron asks where. Both read it from a
 * blob of the page, so the contract needs no procedure for it. The caller must have removed secrets.
 */
export function saveFile(
  fileName: string,
  content: string | Uint8Array<ArrayBuffer> | Blob,
  mimeType: string,
): void {
  const address = URL.createObjectURL(new Blob([content], { type: mimeType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), holdMs);
}

/** Saves comma-separated text like `saveFile`, with the byte order mark that spreadsheets need to read it as UTF-8. */
export function saveCsv(fileName: string, csv: string): void {
  saveFile(fileName, markedText(csv), 'text/csv;charset=utf-8');
}
