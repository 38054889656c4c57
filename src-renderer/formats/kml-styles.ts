import { childOf, childText, type XmlElement } from './xml-elements.ts';

/** What a style says about the drawing of a placemark. Colours are `#rrggbb`, or `#rrggbbaa` if they are not opaque. */
interface KmlStyle {
  /** The colours of a point, a line and an area. */
  colors: Readonly<Partial<Record<StyledPart, string>>>;
  /** The address of the picture of a point; null for none. */
  icon: string | null;
}

const styledParts = { point: 'IconStyle', line: 'LineStyle', area: 'PolyStyle' } as const;
type StyledPart = keyof typeof styledParts;

/** The styles of a document by their ids; a map of styles stands for its normal one. */
export type KmlStyles = Map<string, KmlStyle | { url: string }>;

const noStyle: KmlStyle = { colors: {}, icon: null };
/** A style that leads to another one is followed so far. */
const mostSteps = 4;

/** Returns a colour of KML, `aabbggrr`, in the form of the web; null if it is none. */
export function readKmlColor(text: string | null): string | null {
  const [, alpha = '', blue = '', green = '', red = ''] =
    /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text ?? '') ?? [];
  if (red === '') return null;
  return `#${red}${green}${blue}${/^ff$/i.test(alpha) ? '' : alpha}`.toLowerCase();
}

/** Returns a colour of the web as KML writes it; null if it is none. */
export function formatKmlColor(color: unknown): string | null {
  const text = typeof color === 'string' ? color.trim() : '';
  const [, red = '', green = '', blue = '', alpha = ''] =
    /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})?$/i.exec(text) ?? [];
  return red === '' ? null : `${alpha || 'ff'}${blue}${green}${red}`.toLowerCase();
}

function readStyle(style: XmlElement): KmlStyle {
  const colors: Partial<Record<StyledPart, string>> = {};
  for (const part of ['point', 'line', 'area'] as const) {
    const drawn = childOf(style, styledParts[part]);
    const color = drawn === undefined ? null : readKmlColor(childText(drawn, 'color'));
    // A white picture is one that is not tinted.
    if (color !== null && !(part === 'point' && color === '#ffffff')) colors[part] = color;
  }
  const icon = childOf(childOf(style, 'IconStyle') ?? style, 'Icon');
  return { colors, icon: icon === undefined ? null : childText(icon, 'href') };
}

/** Adds a `Style` or a `StyleMap` of a document. */
export function addKmlStyle(styles: KmlStyles, element: XmlElement) {
  const { id } = element.attributes;
  if (id === undefined) return;
  if (element.name === 'Style') styles.set(id, readStyle(element));
  const pairs = element.children.filter(({ name }) => name === 'Pair');
  const normal = pairs.find((pair) => childText(pair, 'key') === 'normal') ?? pairs[0];
  if (normal === undefined) return;
  const within = childOf(normal, 'Style');
  styles.set(id, within ? readStyle(within) : { url: childText(normal, 'styleUrl') ?? '' });
}

/** Returns the style of a placemark: its own, over the one of the document to which it refers. */
function styleOf(placemark: XmlElement, styles: KmlStyles): KmlStyle {
  let url = childText(placemark, 'styleUrl');
  let shared = noStyle;
  for (let i = 0; i < mostSteps && url !== null; i += 1) {
    const found = styles.get(url.replace(/^.*#/, ''));
    if (found && !('url' in found)) shared = found;
    url = found && 'url' in found ? found.url : null;
  }
  const own = childOf(placemark, 'Style');
  if (own === undefined) return shared;
  const { colors, icon } = readStyle(own);
  return { colors: Object.assign({}, shared.colors, colors), icon: icon ?? shared.icon };
}

/** Yields the colour and the picture of a placemark as attributes, if its style says any. */
export function* styleAttributes(
  placemark: XmlElement,
  styles: KmlStyles,
): Generator<[name: 'color' | 'symbol', value: string]> {
  const { colors, icon } = styleOf(placemark, styles);
  const kinds: Readonly<Record<string, readonly StyledPart[]>> = {
    Point: ['point', 'line', 'area'],
    LineString: ['line', 'area', 'point'],
    Track: ['line', 'area', 'point'],
  };
  const shape = placemark.children.find(({ name }) => name in kinds);
  const order = (shape && kinds[shape.name]) ?? ['area', 'line', 'point'];
  const color = order.map((part) => colors[part]).find((each) => each !== undefined);
  if (color !== undefined) yield ['color', color];
  if (icon !== null) yield ['symbol', icon];
}
