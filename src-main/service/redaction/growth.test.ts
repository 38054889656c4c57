import { describe, expect, it } from 'vitest';
import { readRefusal } from '../http/refusal.ts';
import { createRedactor, redactAddress, redactText, tokensOf } from './redact.ts';

/*
 * Answers of a service are searched for secrets in the main thread, at each poll. Work that grows with the square of a text
 * blocks the whole application for seconds. Each kind of text is measured at two lengths, by the processor time of this thread:
 * the times may grow no faster than the lengths.
 */

const shortLength = 4_000;
const timesLonger = 8;
/** Linear work grows about 8 times, quadratic work about 64 times. */
const maxGrowth = 24;
/** Shorter times are noise. */
const minMs = 4;

function milliseconds(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const best = (run: () => void) => Math.min(...Array.from({ length: 3 }, () => milliseconds(run)));

const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const redactor = createRedactor();
redactor.remember('kT93xQ-mm41_pLq08ZsVb7Rr2');
redactor.remember('shortOne');
// A service chooses its own tokens: their pieces may all be alike, and many may begin alike.
redactor.remember('a'.repeat(600));
for (let i = 0; i < 300; i += 1) redactor.rememberLink(`eyJhbGciOiJIUzI1NiJ9.${i}.Zk83hQ0vB7xLm2Pw9RtY4sNc`);
for (let i = 6; i < 16; i += 1) redactor.rememberLink('b'.repeat(i));

const pieces: readonly [name: string, piece: string][] = [
  ['blanks', ' '],
  ['tabs', '\t'],
  ['blanks and tabs', ' \t'],
  ['line breaks', '\n'],
  ['blanks before nearly a line break', '    \\'],
  ['backslashes', '\\'],
  ['escaped line breaks', '\\n'],
  ['backslashes and a letter', '\\\\\\\\x'],
  ['percent signs', '%'],
  ['percent signs of percent signs', '%25'],
  ['entities', '&#x26;'],
  ['beginnings of entities', '&#x'],
  ['beginnings of JWTs', 'eyJ-'],
  ['beginnings of JWTs with dots', 'eyJabcdef.'],
  ['dots', '.'],
  ['letters and dots', 'a.'],
  ['words of a header', 'cookie '],
  ['names of headers', 'x-auth-'],
  ['values of headers', 'cookie: a\\'],
  ['parts of a path', '/a'],
  ['long parts', 'aB3'],
  ['slashes and equals', '/='],
  ['question marks', '?'],
  ['ampersands', '&a'],
  ['parts of a name', 'a_'],
  ['names without a value', '"token" '],
  ['quotes', '"'],
  ['escaped quotes', '\\"token\\" : \\"'],
  ['schemes', 'a://'],
  ['userinfo', 'a://b:c@'],
  ['bearers', 'Bearer '],
  ['paths of tokens', '/token/'],
  ['a secret', 'kT93xQ-mm41_pLq08ZsVb7Rr2'],
  ['halves of a secret', 'kT93xQ-mm41_p\n'],
  ['a short secret', 'bbbbbb'],
  ['one letter of a token of one letter', 'a'],
  ['nearly a piece of a token of one letter', 'aaaaaaaaac'],
  ['how many tokens begin', 'eyJhbGciOiJIUzI1NiJ9.'],
  ['markup', '<p>  </p>'],
  ['tags without an end', '<'],
  ['braces', '{"a":'],
  ['brackets', '['],
];

const readers: readonly [name: string, read: (text: string) => void][] = [
  ['the thorough redactor', (text) => redactor.thorough(text)],
  ['the quick redactor', (text) => redactor.text(text)],
  ['the redactor of addresses', (text) => redactAddress(`https://a.invalid/x?${text}`)],
  ['the redactor of texts in addresses', (text) => redactText(`GET https://a.invalid/${text}`)],
  ['what knows tokens of links', (text) => tokensOf(`https://a.invalid/token/${text}?${text}`)],
  ['what reads refusals', (text) => readRefusal(text, redactor)],
  ['what reads refusals in JSON', (text) => readRefusal(JSON.stringify({ detail: text }), redactor)],
];

describe.each(readers)('%s takes no more than its part of the time for', (_name, read) => {
  it.each(pieces)('%s', (_kind, piece) => {
    const [short, long] = [filled(piece, shortLength), filled(piece, shortLength * timesLonger)];
    read(short);
    const forLong = best(() => read(long));
    if (forLong < minMs * timesLonger) return;
    const forShort = Math.max(
      minMs / 2,
      best(() => read(short)),
    );
    expect(forLong / forShort).toBeLessThan(maxGrowth);
  });
});
