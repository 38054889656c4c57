const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Unescaped, a parser would read it as a line feed.
  '\r': '&#13;',
};

/** Returns a clean text escaped for an XML element or attribute. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"'\r]/g, (character) => escapes[character] ?? character);

/** Returns an XML element with a text; an empty string for an empty text. */
export const xmlElement = (name: string, text: string): string =>
  text === '' ? '' : `<${name}>${xmlText(text)}</${name}>`;
