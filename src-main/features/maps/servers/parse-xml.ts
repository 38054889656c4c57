import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { isAppError } from '../../../core/app-error.ts';
import { unusable } from '../unusable.ts';

/** An element of XML. Names have no prefix, because servers choose prefixes freely. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

/** The largest description that is read. Those of national mapping agencies, with a thousand layers, have some megabytes. */
export const maxXmlBytes = 16 * 1_024 * 1_024;
const maxElements = 400_000;
const maxDepth = 60;
/** The limit of one element. The attributes of an element are copied in one turn of the loop, so very many would block it. */
const maxAttributes = 1_000;
/** The length of the text that is parsed in one turn of the loop. */
const pieceLength = 32_768;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

interface XmlOptions {
  /**
   * True to accept a document type that only names its definition, as every WMS 1.1.1 has to. The definition is not fetched, and
   * a document type that declares something is always refused.
   */
  mayNameDoctype: boolean;
}

/**
 * Parses a description of a server within bounds; other work of the program has its turn in between. Throws MAP_UNUSABLE for what is
 * no XML, and for a document type (`capabilities-doctype`), so that there are no entities.
 */
export async function parseXml(text: string, { mayNameDoctype }: XmlOptions): Promise<XmlElement> {
  if (/^\s*<(?:!doctype\s+html|html)\b/i.test(text)) throw unusable('capabilities-html');
  if (!/^\s*</.test(text))
    throw unusable(text.trim() === '' ? 'capabilities-empty' : 'capabilities-text', text);
  const parser = new SaxesParser();
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const path: XmlElement[] = [root];
  let elements = 0;
  let attributesOfTag = 0;
  parser.on('error', (error) => {
    throw unusable('capabilities-text', error.message);
  });
  parser.on('doctype', (doctype) => {
    if (!mayNameDoctype || doctype.includes('[')) throw unusable('capabilities-doctype');
  });
  parser.on('attribute', () => {
    attributesOfTag += 1;
    if (attributesOfTag > maxAttributes) throw unusable('capabilities-large');
  });
  parser.on('opentag', (tag) => {
    attributesOfTag = 0;
    elements += 1;
    if (path.length > maxDepth) throw unusable('capabilities-deep');
    if (elements > maxElements) throw unusable('capabilities-large');
    const attributes = Object.entries(tag.attributes).map(([name, value]): [string, string] => [
      localName(name),
      String(value),
    ]);
    const element: XmlElement = {
      name: localName(tag.name),
      attributes: Object.fromEntries(attributes),
      children: [],
      text: '',
    };
    path.at(-1)?.children.push(element);
    path.push(element);
  });
  parser.on('closetag', () => void path.pop());
  const addText = (added: string) => {
    const element = path.at(-1);
    if (element) element.text += added;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    for (let at = 0; at < text.length; at += pieceLength) {
      parser.write(text.slice(at, at + pieceLength));
      await yieldToEventLoop();
    }
    parser.close();
  } catch (error) {
    if (isAppError(error)) throw error;
    throw unusable('capabilities-text', error instanceof Error ? error.message : '');
  }
  const [first] = root.children;
  if (first === undefined) throw unusable('capabilities-empty');
  return first;
}

/** Returns the children of this name. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Returns the first element on a path of names. */
export function elementAt(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = element;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at;
}

/** Returns the trimmed text of the first element on a path of names; empty if there is none. */
export const textAt = (element: XmlElement | undefined, ...path: string[]): string =>
  elementAt(element, ...path)?.text.trim() ?? '';
