/**
 * What jsdom leaves out and the page needs. jsdom lays nothing out: every element is as large as a pane, so that virtual
 * lists have rows in view and panes count as shown.
 */
export const paneSize = { width: 320, height: 520 };

class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function define(target: object, name: string, descriptor: PropertyDescriptor) {
  Object.defineProperty(target, name, { configurable: true, ...descriptor });
}

/** Fills the gaps of the window that the tests of one worker share. */
export function fillBrowserGaps() {
  define(window, 'matchMedia', {
    value: (query: string) =>
      Object.assign(new EventTarget(), {
        matches: false,
        media: query,
        onchange: null,
        addListener() {},
        removeListener() {},
      }),
  });
  define(window, 'ResizeObserver', { value: NoResizes });
  // Fields that grow with their text measure it again when a font has arrived.
  define(document, 'fonts', { value: new EventTarget() });
  define(HTMLElement.prototype, 'scrollIntoView', { value() {} });
  for (const name of ['offsetWidth', 'clientWidth'])
    define(HTMLElement.prototype, name, { get: () => paneSize.width });
  for (const name of ['offsetHeight', 'clientHeight'])
    define(HTMLElement.prototype, name, { get: () => paneSize.height });
  // A list says how high all of its rows are, whether or not they are drawn.
  define(HTMLElement.prototype, 'scrollHeight', {
    get(this: HTMLElement) {
      const written = Array.from(this.children, (inside) =>
        inside instanceof HTMLElement ? Number.parseFloat(inside.style.height) : Number.NaN,
      );
      return Math.max(paneSize.height, ...written.filter((height) => !Number.isNaN(height)));
    },
  });
  // Text fields that grow with their text measure it again when a font has loaded.
  define(document, 'fonts', { value: new EventTarget() });
  define(Element.prototype, 'getClientRects', {
    value(this: Element) {
      return this.isConnected ? [this.getBoundingClientRect()] : [];
    },
  });
  define(Element.prototype, 'scrollTo', {
    value(this: Element, options: ScrollToOptions) {
      this.scrollTop = options.top ?? this.scrollTop;
      this.scrollLeft = options.left ?? this.scrollLeft;
      this.dispatchEvent(new Event('scroll'));
    },
  });
}
