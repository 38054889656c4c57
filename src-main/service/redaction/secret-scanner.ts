/** The text that replaces a secret. */
export const mask = '***';

const gramLength = 8;
/** Every piece of a long secret with this length is found, for example the two halves around a line break. */
const pieceLength = 12;
/** Shorter secrets are searched for as a whole, because their pieces are ordinary words. */
const minCutLength = 16;
const maxDecodings = 3;
/** The limit for the comparison of pieces, in characters. */
const stepsPerCharacter = 32;
const stepsOnce = 100_000;

interface Form {
  text: string;
  /** Pieces of this length and more are masked. */
  piece: number;
}

/** A decoded text; `from` and `to` give, for each of its characters, the range in the original text. */
interface View {
  text: string;
  from: Uint32Array;
  to: Uint32Array;
}

/** Returns the Base64 forms of the bytes at each offset in a longer text, without the characters that share bits with others. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const sharedStart = [0, 2, 3][offset] ?? 0;
    const sharedEnd = (offset + bytes.length) % 3 === 0 ? 0 : 1;
    return text.slice(sharedStart, text.length - sharedEnd);
  });
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret.toWellFormed(), 'utf8');
  const base64 = base64Forms(bytes).filter((text) => text.length >= gramLength);
  const hex = bytes.toString('hex');
  return [
    secret,
    // As percent-decoding gives them, one character per byte.
    bytes.toString('latin1'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    hex,
    hex.toUpperCase(),
    ...withoutBackslashes(secret),
  ];
}

/**
 * Returns the secret as it stands in a view without backslashes. How many backslashes of a text belong to the secret and how many
 * to the escapes around it cannot be told from the text, so both are compared without any.
 */
function withoutBackslashes(secret: string): string[] {
  const text = secret.replaceAll('\\', '');
  return text.length < secret.length && text.length >= gramLength ? [text] : [];
}

const asForm = (text: string): Form => ({
  text,
  piece: text.length < minCutLength ? text.length : Math.min(pieceLength, Math.ceil(text.length / 2)),
});

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/' };
// A run of blanks or backslashes is matched only from its start: from each position, the time would be quadratic.
const breaks = /(?:(?<![ \t])[ \t]+)?(?:[\r\n]|(?<!\\)\\+[rn])[ \t\r\n]*/g;
const escapes =
  /%([0-9a-f]{2})|\\+u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\+(["'/\\])|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos|sol);/gi;

function decoded(match: RegExpExecArray): string {
  const [, percent, unicode, hex, escaped, entityHex, entityNumber, entity] = match;
  const code = percent ?? unicode ?? hex ?? entityHex;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (entityNumber !== undefined) return String.fromCharCode(Number(entityNumber));
  return escaped ?? entities[entity?.toLowerCase() ?? ''] ?? '';
}

const plain = (text: string): View => ({
  text,
  from: Uint32Array.from({ length: text.length }, (_, i) => i),
  to: Uint32Array.from({ length: text.length }, (_, i) => i + 1),
});

/** Returns the view with each match replaced; null if there is no match. */
function replaced(view: View, pattern: RegExp, by: (match: RegExpExecArray) => string): View | null {
  const pieces: string[] = [];
  const from = new Uint32Array(view.text.length);
  const to = new Uint32Array(view.text.length);
  let length = 0;
  let done = 0;
  const keep = (end: number) => {
    pieces.push(view.text.slice(done, end));
    from.set(view.from.subarray(done, end), length);
    to.set(view.to.subarray(done, end), length);
    length += end - done;
  };
  for (const match of view.text.matchAll(pattern)) {
    keep(match.index);
    const text = by(match);
    done = match.index + match[0].length;
    for (let i = 0; i < text.length; i += 1) {
      from[length] = view.from[match.index] ?? 0;
      to[length] = view.to[done - 1] ?? 0;
      length += 1;
    }
    pieces.push(text);
  }
  if (done === 0) return null;
  keep(view.text.length);
  return { text: pieces.join(''), from, to };
}

/**
 * Returns the text itself, without line breaks, and with its escapes decoded layer by layer; with `bare`, each of these without
 * backslashes as well.
 */
function viewsOf(text: string, bare: boolean): View[] {
  const views: View[] = [];
  let view: View | null = plain(text);
  for (let layer = 0; view !== null && layer <= maxDecodings; layer += 1) {
    views.push(view);
    // Added to the view, not instead of it: a secret may contain characters that look like a line break.
    const glued = replaced(view, breaks, () => '');
    if (glued !== null) views.push(glued);
    view = replaced(view, escapes, decoded);
  }
  if (!bare) return views;
  const bareViews = views.map((each) => replaced(each, /\\+/g, () => ''));
  return [...views, ...bareViews.filter((each) => each !== null)];
}

const high = (31 ** gramLength) | 0;

/** Calls `visit` with the hash of the gram at each position; a rolling hash is far cheaper than a string per position. */
function eachGram(text: string, visit: (hash: number, at: number) => void) {
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
    if (i >= gramLength) hash = (hash - Math.imul(high, text.charCodeAt(i - gramLength))) | 0;
    if (i >= gramLength - 1) visit(hash, i - gramLength + 1);
  }
}

/**
 * Creates the function that masks known secrets in a text, in many forms: plain, percent-encoded, escaped as JSON (also twice) or
 * HTML, in Base64 or hex within a longer text, and in pieces over several lines. One scanner is used for many texts.
 */
export function createSecretScanner(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.filter((secret) => secret.length > 0).flatMap(formsOf))].map(asForm);
  const whole = forms.filter(({ text }) => text.length < minCutLength);
  const bare = secrets.some((secret) => withoutBackslashes(secret).length > 0);
  const grams = new Map<number, [form: Form, at: number][]>();
  for (const form of forms) {
    if (form.text.length < minCutLength) continue;
    // With this stride every piece that must be found contains one of the grams.
    const stride = form.piece - gramLength + 1;
    eachGram(form.text, (hash, at) => {
      if (at % stride !== 0 && at !== form.text.length - gramLength) return;
      const known = grams.get(hash);
      if (known) known.push([form, at]);
      else grams.set(hash, [[form, at]]);
    });
  }
  if (forms.length === 0) return (text) => text;
  // A cheap filter that rejects most positions: one entry for the low 16 bits of each hash.
  const likely = new Uint8Array(1 << 16);
  for (const hash of grams.keys()) likely[hash & 0xffff] = 1;

  function findIn(view: View, found: [number, number][]) {
    const { text, from, to } = view;
    let last: [start: number, end: number] = [-1, -1];
    const note = (start: number, end: number) => {
      // Overlapping matches become one entry: a repetitive text (`aaaaaaa`) has as many matches as letters.
      if (start >= last[0] && start <= last[1]) {
        if (end <= last[1]) return;
        found.pop();
        last = [last[0], end];
      } else last = [start, end];
      found.push([from[last[0]] ?? 0, to[last[1] - 1] ?? 0]);
    };
    for (const form of whole) {
      last = [-1, -1];
      for (let at = text.indexOf(form.text); at >= 0; at = text.indexOf(form.text, at + 1))
        note(at, at + form.text.length);
    }
    last = [-1, -1];
    let covered = 0;
    let stepsLeft = stepsOnce + stepsPerCharacter * text.length;
    eachGram(text, (hash, at) => {
      if (likely[hash & 0xffff] === 0 || at + gramLength <= covered) return;
      for (const [form, inForm] of grams.get(hash) ?? []) {
        // The tokens of a hostile service may all begin alike. Then everything that looks like a piece of one is masked.
        if (stepsLeft <= 0) {
          note(at, at + gramLength);
          return;
        }
        let start = at;
        let end = at;
        while (start > 0 && text[start - 1] === form.text[inForm - (at - start) - 1]) start -= 1;
        while (end < text.length && text[end] === form.text[inForm + (end - at)]) end += 1;
        stepsLeft -= 1 + end - start;
        if (end - start < form.piece) continue;
        note(start, end);
        covered = Math.max(covered, end);
      }
    });
  }

  return (text) => {
    const found: [number, number][] = [];
    for (const view of viewsOf(text, bare)) findIn(view, found);
    if (found.length === 0) return text;
    found.sort((a, b) => a[0] - b[0]);
    let clean = '';
    let done = 0;
    let masked = -1;
    for (const [start, end] of found) {
      if (end <= done && masked >= 0) continue;
      // Matches that overlap or touch are one secret, found in several views.
      if (start > done || masked < 0) clean += `${text.slice(done, start)}${mask}`;
      masked = start;
      done = Math.max(done, end);
    }
    return clean + text.slice(done);
  };
}

/** A whole run of letters, digits, `_`, `-` and dots, which may contain a JWT. */
const dotted = /(?<![A-Za-z0-9_.-])[A-Za-z0-9_.-]{9,}/g;
const jwtStart = /(?:^|-)(eyJ[A-Za-z0-9_-]{6})/;
const header =
  /\b((?:proxy-)?authorization(?:token)?|(?:set-)?cookie|x-(?:api-key|auth-[a-z-]{1,40}|csrf-[a-z-]{1,40}))(\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']?)[^"'\r\n\\}<>]{1,4096}/gi;
const inAddress = /([/=])([A-Za-z0-9_~.-]{24,})(?=[/?#&\s"'<>\\)]|$)/g;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** True if letters and digits are mixed as in random text; names of files and scenes switch between them far less often. */
function isLikelyRandom(text: string): boolean {
  if (uuid.test(text)) return false;
  const kinds = text.replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A').replaceAll(/[0-9]/g, '0');
  let turns = 0;
  for (let i = 1; i < kinds.length; i += 1) if (kinds[i] !== kinds[i - 1]) turns += 1;
  return /0/.test(kinds) && turns / kinds.length >= 0.3;
}

/** Masks JWTs in one match of `dotted`: the first part begins with `eyJ`, and up to two more parts belong to it. */
function withoutJwts(stretch: string): string {
  const parts = stretch.split('.');
  const clean: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const found = at + 1 < parts.length ? jwtStart.exec(part) : null;
    if (found === null) clean.push(part);
    else {
      clean.push(part.slice(0, found.index + found[0].length - (found[1]?.length ?? 0)) + mask);
      at += Math.min(2, parts.length - 1 - at);
    }
  }
  return clean.join('.');
}

/** Masks unknown secrets by their shape: JWTs, authorization headers, long random parts of addresses. */
export function maskShapes(text: string): string {
  return text
    .replaceAll(dotted, withoutJwts)
    .replaceAll(header, `$1$2${mask}`)
    .replaceAll(inAddress, (all, before: string, part: string) =>
      isLikelyRandom(part) ? `${before}${mask}` : all,
    );
}
