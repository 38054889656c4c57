import { markedText } from './csv.ts';

/** The page's answer to the click is under way for longer than the click itself. */
const holdMs = 60_000;

/**
 * Hands a file to the user: the browser saves it among the downloads, Electron asks where to. Both hosts take it from a
 * blob of the page, so nothing of the kind has to cross the contract. Secrets must be out of it before.
 */
export function saveFile(
  fileName: string,
  content: string | Uint8Array<ArrayBuffer>,
  mimeType: string,
): void {
  const address = URL.createObjectURL(new Blob([content], { type: mimeType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), holdMs);
}

/** As `saveFile`, of comma-separated text: with the mark that spreadsheets need to read it as UTF-8. */
export function saveCsv(fileName: string, csv: string): void {
  saveFile(fileName, markedText(csv), 'text/csv;charset=utf-8');
}
