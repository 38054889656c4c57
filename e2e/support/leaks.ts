import { secretForms } from '../../testing/secret-forms.ts';

/** A longer text is searched for the forms that a program makes by itself only: each search reads all of it. */
const longCharacters = 5_000_000;
const shortestPiece = 16;

/** Base64 wherever the secret begins in what was encoded, without the characters that share bits with their neighbours. */
function base64Of(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.from(`${'\0'.repeat(before)}${secret}`).toString('base64');
    const inner = text.slice(4, Math.floor((before + Buffer.byteLength(secret)) / 3) * 4);
    return inner.length < shortestPiece ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** How a secret may stand in a text: whole in every form, and the middle of it as it is, as when an end was cut off. */
function needlesOf(secret: string, long: boolean): Map<string, string> {
  const hex = Buffer.from(secret).toString('hex');
  const needles = new Map<string, string>([
    [secret, 'as it is'],
    [hex, 'in hex'],
    ...base64Of(secret).map((text) => [text, 'in Base64'] as const),
  ]);
  const quarter = Math.floor(secret.length / 4);
  if (secret.length - 2 * quarter >= shortestPiece) needles.set(secret.slice(quarter, -quarter), 'in part');
  if (!long) for (const [name, form] of secretForms) needles.set(form(secret), name);
  return needles;
}

/** Which of the secrets stand in the text, each with its form; only the beginning of each is told. */
export function leaksIn(text: string, secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) =>
    [...needlesOf(secret, text.length > longCharacters)]
      .filter(([needle]) => text.includes(needle))
      .map(([, form]) => `${secret.slice(0, 6)}… ${form}`),
  );
}
