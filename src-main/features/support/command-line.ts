import type { RequestDetails } from '../../../src-preload/contract/activity.ts';
import { mask } from '../../service/redaction/secret-scanner.ts';

/** A part of a text: plain text, or a variable in place of a masked value. */
type Piece = string | { variable: string };

/** The variable for a mask in an address: all masked values there are tokens of links. */
const linkVariable = 'LINK_TOKEN';
const tokenVariable = 'TOKEN';

function piecesOf(text: string, variable: string): Piece[] {
  return text.split(mask).flatMap((part, i) => (i === 0 ? [part] : [{ variable }, part]));
}

/** In a body only a mask that is the whole value of a field counts: three asterisks may be part of the user's text. */
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

/** Returns the pieces without empty ones, with neighbouring texts joined. */
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

/** Returns `'plain text'"$NAME"`: single-quoted text is literal, and an apostrophe is put outside the quotes. */
function posix(pieces: readonly Piece[]): string {
  const words = joined(pieces).map((piece) =>
    typeof piece === 'string' ? `'${piece.replaceAll("'", `'\\''`)}'` : `"$${piece.variable}"`,
  );
  return words.join('') || "''";
}

/** Returns `('plain text' + $env:NAME)`; PowerShell treats curved apostrophes like straight ones. */
function powershell(pieces: readonly Piece[]): string {
  const words = joined(pieces).map((piece) =>
    typeof piece === 'string'
      ? `'${piece.replaceAll(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`
      : `$env:${piece.variable}`,
  );
  if (words.length === 0) return "''";
  return words.length === 1 ? words.join('') : `(${words.join(' + ')})`;
}

/**
 * Returns a request as a command line for this shell; variables (`TOKEN`, `LINK_TOKEN`, `CLIENT_SECRET`) replace what is masked.
 */
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
      // `[]` and `{}` in an address must not be read as patterns.
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
