/** The colours of the map in the current theme, as CSS colours. */
export interface Palette {
  water: string;
  land: string;
  border: string;
  coast: string;
  graticule: string;
  label: string;
  accent: string;
  ground: string;
}

/** Reads the theme's colours for the canvas, and reads them again if the colour scheme changes. */
export function followPalette(
  element: HTMLElement,
  onChange: () => void,
): { palette: () => Palette; stop: () => void } {
  function read(): Palette {
    const style = getComputedStyle(element);
    const value = (name: string) => style.getPropertyValue(`--nadir-${name}`).trim();
    return {
      water: value('water'),
      land: value('land'),
      border: value('border'),
      coast: value('coast'),
      graticule: value('graticule'),
      label: value('label'),
      accent: value('accent'),
      ground: value('pane'),
    };
  }
  let current = read();
  const observer = new MutationObserver(() => {
    current = read();
    onChange();
  });
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mantine-color-scheme'],
  });
  return { palette: () => current, stop: () => observer.disconnect() };
}
