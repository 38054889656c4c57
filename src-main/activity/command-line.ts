import type { RequestDetails } from '../../src-preload/contract/activity.ts';
import { mask } from '../service/redaction/secret-scanner.ts';

/** A text in which some places are names of variables, for what was masked. */
type Piece = string | { variable: string };

/** What a mask in an address stood for: all of it are tokens of links. */
const linkVariable = 'LINK_TOKEN';
const tokenVariable = 'TOKEN';

function piecesOf(text: string, variable: string): Piece[] {
  return text.split(mask).flatMap((part, i) => (i === 0 ? [part] : [{ variable }, part]));
}

/** In a body only what is the whole value of a field: three asterisks may be somebody's words. */
function bodyPieces(body: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of body.matchAll(/"([\w-]+)"\s*:\s*"\*\*\*"/g)) {
    const at = match.index + match[0].length - mask.length - 1;
    pieces.push(body.slice(done, at), {
      variable: (match[1] ?? '').replaceAll('-', '_').toUpperCase(),
    });
    done = at + mask.length;
  }
  return [...pieces, body.slice(done)];
}

/** Without empty pieces, and neighbouring texts in one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const before = all.at(-1);
    if (piece === '') continue;
    if (typeof piece === 'string' && typeof before === 'string') all[all.length - 1] = before + piece;
    else all.push(piece);
  }
  return all;
}

/** `'plain text'"$NAME"`: a single-quoted text is taken as it stands, an apostrophe is put beside it. */
function posix(pieces: readonly Piece[]): string {
  const words = joined(pieces).map((piece) =>
    typeof piece === 'string' ? `'${piece.replaceAll("'", `'\\''`)}'` : `"$${piece.variable}"`,
  );
  return words.join('') || "''";
}

/** `('plain text' + $env:NAME)`; PowerShell takes curved apostrophes for straight ones. */
function powershell(pieces: readonly Piece[]): string {
  const words = joined(pieces).map((piece) =>
    typeof piece === 'string'
      ? `'${piece.replaceAll(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`
      : `$env:${piece.variable}`,
  );
  if (words.length === 0) return "''";
  return words.length === 1 ? words.join('') : `(${words.join(' + ')})`;
}

/** A request as a command line for this shell; variables (`TOKEN`, `LINK_TOKEN`, `CLIENT_SECRET`) stand for what is masked. */
export function commandLine(
  { method, address, sentHeaders, sentBody }: RequestDetails,
  shell: 'posix' | 'powershell',
): string {
  const headers = Object.entries(sentHeaders).map(
    ([name, value]) => [name, piecesOf(value, tokenVariable)] as const,
  );
  const place = piecesOf(address, linkVariable);
  if (shell === 'posix') {
    const parts = [
      // `[]` and `{}` in an address are not patterns.
      `curl --globoff --request ${method} ${posix(place)}`,
      ...headers.map(([name, value]) => `--header ${posix([`${name}: `, ...value])}`),
      ...(sentBody === null ? [] : [`--data-raw ${posix(bodyPieces(sentBody))}`]),
    ];
    return parts.join(' \\\n  ');
  }
  const given = headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1];
  const table = given.map(([name, value]) => `${powershell([name])} = ${powershell(value)}`).join('; ');
  return [
    `Invoke-WebRequest -UseBasicParsing -Method ${method} -Uri ${powershell(place)}`,
    ...(given.length === 0 ? [] : [`-Headers @{ ${table} }`]),
    ...(type === undefined ? [] : [`-ContentType ${powershell(type)}`]),
    ...(sentBody === null ? [] : [`-Body ${powershell(bodyPieces(sentBody))}`]),
  ].join(' `\n  ');
}
