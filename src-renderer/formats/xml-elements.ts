import { SaxesParser } from 'saxes';
import { FormatProblem } from './format-problem.ts';
import { limits } from './limits.ts';

/** An XML element with its content. Names have no prefix, because files are careless about namespaces. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** The text directly in it, including CDATA. */
  text: string;
  /** The line where it starts, from 1. */
  line: number;
  /** True if its text exceeded the limit of a feature and was truncated. */
  isCut: boolean;
}

interface XmlHandlers {
  /** Called for each start tag outside of collected elements; returns true to collect this element. */
  onOpen(name: string, attributes: Readonly<Record<string, string>>): boolean;
  /** Called for the end tag of an element that was not collected. */
  onClose(name: string): void;
  /** Called for each collected element when it ends. */
  onElement(element: XmlElement): void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML chunk by chunk and collects only the requested elements, so that a large file needs little memory. A
 * document type is rejected, and with it all entities that a file could define; nothing is ever fetched. Throws a
 * `FormatProblem` with the line where the XML is damaged.
 */
export async function readXmlElements(
  chunks: AsyncIterable<string>,
  { onOpen, onClose, onElement }: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const collected: XmlElement[] = [];
  let depth = 0;
  let chars = 0;
  let elements = 0;

  const addText = (text: string) => {
    const current = collected.at(-1);
    if (!current) return;
    chars += text.length;
    if (chars > limits.featureChars) {
      for (const element of collected) element.isCut = true;
      return;
    }
    current.text += text;
  };
  parser.on('doctype', () => {
    throw new FormatProblem('validation.xmlEntities');
  });
  parser.on('error', ({ message }) => {
    // The parser's message starts with its own line and column.
    const detail = message.replace(/^[\d:]+\s*/, '').slice(0, 120);
    throw new FormatProblem('validation.brokenXml', { line: parser.line, detail }, parser.line);
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > limits.depth) throw new FormatProblem('validation.tooDeep', undefined, parser.line);
    const plain = localName(name);
    if (collected.length === 0) {
      chars = 0;
      elements = 0;
      if (!onOpen(plain, attributes)) return;
    }
    elements += 1;
    const element: XmlElement = {
      name: plain,
      attributes,
      children: [],
      text: '',
      line: parser.line,
      isCut: elements > limits.featureChars / 64,
    };
    if (!element.isCut) collected.at(-1)?.children.push(element);
    collected.push(element);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    const element = collected.pop();
    if (!element) return onClose(localName(name));
    if (collected.length === 0) onElement(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  for await (const chunk of chunks) parser.write(chunk);
  parser.close();
}

/** Returns the first child with a name; undefined without one. */
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** Returns the trimmed text of the first child with a name; null if there is none or it is empty. */
export function childText(element: XmlElement, name: string): string | null {
  const text = childOf(element, name)?.text.trim() ?? '';
  return text === '' ? null : text;
}

/** Returns the text of a description in HTML: without tags, but with their line breaks. */
export function plainText(html: string | null): string | null {
  if (html === null || !/<[a-z!/]|&[a-z#]/i.test(html)) return html;
  const text = html
    .slice(0, 4 * limits.notesChars)
    .replaceAll(/<(?:br|\/p|\/tr|\/div|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replaceAll(/<\/t[dh]\b[^<>]*>/gi, '\t')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
  return text === '' ? null : text;
}
