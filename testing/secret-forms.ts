import fc from 'fast-check';

const percentAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const unicode = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const html = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Every way in which a text that somebody sends, logs or repeats may hold a secret. */
export const secretForms: [string, (secret: string) => string][] = [
  ['as it is', (secret) => secret],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['every byte percent-encoded', percentAll],
  ['in JSON', inJson],
  ['in JSON in JSON', (secret) => inJson(inJson(secret))],
  ['in JSON in JSON in JSON', (secret) => inJson(inJson(inJson(secret)))],
  ['as unicode escapes', unicode],
  ['in HTML', html],
  ['in Base64', (secret) => Buffer.from(secret).toString('base64')],
  ['in Base64 with a name before it', (secret) => Buffer.from(`id:${secret}`).toString('base64')],
  ['in Base64 amid more', (secret) => Buffer.from(`{"a":"${secret}"}`).toString('base64')],
  ['in Base64 for addresses', (secret) => Buffer.from(`x${secret}y`).toString('base64url')],
  ['in Base64, percent-encoded', (secret) => encodeURIComponent(Buffer.from(secret).toString('base64'))],
  ['in hex', (secret) => Buffer.from(secret).toString('hex')],
  ['in hex, in capitals', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['over two lines', (secret) => `${secret.slice(0, 9)}\n${secret.slice(9)}`],
  ['over two lines, the second one indented', (secret) => `${secret.slice(0, 5)}\r\n    ${secret.slice(5)}`],
  ['over lines of JSON', (secret) => inJson(`${secret.slice(0, 7)}\n${secret.slice(7)}`)],
  ['over lines of Base64', (secret) => Buffer.from(secret).toString('base64').replaceAll(/.{12}/g, '$&\n')],
];

/** All that a reader could undo by himself. */
export function undone(text: string): string[] {
  const glued = text.replaceAll(/\\+n|\\+r|\s/g, '');
  const plain = glued.replaceAll(/\\+/g, '');
  const once = plain.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const decoded = [...glued.matchAll(/[A-Za-z0-9+/_-]{16,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), 'base64').toString('latin1')),
  );
  const hex = [...glued.matchAll(/[0-9a-f]{16,}/gi)].flatMap(([run]) =>
    [0, 1].map((offset) => Buffer.from(run.slice(offset), 'hex').toString('utf8')),
  );
  return [text, glued, plain, once, ...decoded, ...hex];
}

/** Secrets as services make them: long, of letters, digits and some signs. */
export const anySecret = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~+/="\\&é'), {
    minLength: 16,
    maxLength: 120,
  })
  .map((letters) => letters.join(''))
  .filter((text) => new Set(text).size >= 8);
