/** The limit for one message; a longer one would block the receiver's event loop. */
const maxCharacters = 250_000;

/**
 * Returns the texts of the first of these ids, in their order: as many as fit into one message, at least one. The caller asks
 * again for the rest.
 */
export function boundedTexts<Id>(ids: readonly Id[], textOf: (id: Id) => string | null): (string | null)[] {
  const texts: (string | null)[] = [];
  let length = 0;
  for (const id of ids) {
    const text = textOf(id);
    texts.push(text);
    length += text?.length ?? 0;
    if (length >= maxCharacters) break;
  }
  return texts;
}
