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
  /** For each child, the length of the text before it. */
  childAt: number[];
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
      childAt: [],
      line: parser.line,
      isCut: elements > limits.featureChars / 64,
    };
    const parent = collected.at(-1);
    if (!element.isCut && parent) {
      parent.children.push(element);
      parent.childAt.push(parent.text.length);
    }
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

/**
 * Returns the text of an element in which HTML was written without CDATA: the tags of its children are put back at their
 * places. Null if there is no element or it is empty.
 */
export function markupOf(element: XmlElement | undefined): string | null {
  if (!element) return null;
  const write = ({ text, children, childAt }: XmlElement): string => {
    let written = '';
    let from = 0;
    for (const [i, child] of children.entries()) {
      const at = childAt[i] ?? text.length;
      written += `${text.slice(from, at)}<${child.name}>${write(child)}</${child.name}>`;
      from = at;
    }
    return written + text.slice(from);
  };
  const markup = write(element).trim();
  return markup === '' ? null : markup;
}

/** The entities of HTML that descriptions of places use, beside those that are written as numbers. */
const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  euml: 'ë',
  iuml: 'ï',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  yacute: 'ý',
  Aacute: 'Á',
  Eacute: 'É',
  Iacute: 'Í',
  Oacute: 'Ó',
  Uacute: 'Ú',
  Ntilde: 'Ñ',
  agrave: 'à',
  egrave: 'è',
  igrave: 'ì',
  ograve: 'ò',
  ugrave: 'ù',
  Agrave: 'À',
  Egrave: 'È',
  acirc: 'â',
  ecirc: 'ê',
  icirc: 'î',
  ocirc: 'ô',
  ucirc: 'û',
  atilde: 'ã',
  otilde: 'õ',
  ccedil: 'ç',
  Ccedil: 'Ç',
  aring: 'å',
  Aring: 'Å',
  oslash: 'ø',
  Oslash: 'Ø',
  aelig: 'æ',
  AElig: 'Æ',
  deg: '°',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  sup2: '²',
  sup3: '³',
  micro: 'µ',
  plusmn: '±',
  times: '×',
  middot: '·',
  bull: '•',
  prime: '′',
  Prime: '″',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  iquest: '¿',
  iexcl: '¡',
  frac12: '½',
  frac14: '¼',
  le: '≤',
  ge: '≥',
  minus: '−',
  rarr: '→',
  larr: '←',
};

/** Returns the character of an entity; the entity itself if it is unknown. */
function readEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return Object.hasOwn(entities, name) ? (entities[name] ?? entity) : entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  // HTML has the letters of Windows at the codes of control characters: `&#150;` is a dash.
  if (code >= 0x80 && code < 0xa0) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  const isCharacter = code >= 32 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}

/** The parts of a page of HTML that nobody sees, with their ends. */
const hiddenParts: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/<!--/g, /-->/g],
  [/<style\b/gi, /<\/style\s*>/gi],
  [/<script\b/gi, /<\/script\s*>/gi],
  [/<title\b/gi, /<\/title\s*>/gi],
];

/** Returns HTML without its parts that nobody sees, such as the style sheets of a description. A part without an end stays. */
function withoutHidden(html: string): string {
  return hiddenParts.reduce((text, [start, end]) => {
    const kept: string[] = [];
    let from = 0;
    for (start.lastIndex = 0; ; start.lastIndex = from) {
      const open = start.exec(text);
      end.lastIndex = open?.index ?? 0;
      const close = open === null ? null : end.exec(text);
      if (open === null || close === null) break;
      kept.push(text.slice(from, open.index));
      from = close.index + close[0].length;
    }
    return kept.length === 0 ? text : kept.join('') + text.slice(from);
  }, html);
}

/** Returns the text of a description in HTML: without tags, but with their line breaks. */
export function plainText(html: string | null): string | null {
  if (html === null || !/<[a-z!/]|&[a-z#]/i.test(html)) return html;
  const text = withoutHidden(html.slice(0, 4 * limits.notesChars))
    .replaceAll(/<(?:br|\/p|\/tr|\/div|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replaceAll(/<\/t[dh]\b[^<>]*>/gi, '\t')
    // Only what starts like a tag is one: "depth < 5 m, width > 3 m" is text.
    .replaceAll(/<(?:!--[^<>]*--|\/?[a-z][\w:-]*(?:[\s/][^<>]*)?)>/gi, '')
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, readEntity)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
  return text === '' ? null : text;
}
