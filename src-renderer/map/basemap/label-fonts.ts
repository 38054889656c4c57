import italicExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-italic.woff2?url';
import normalExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';
import italic from '@fontsource-variable/inter/files/inter-latin-wght-italic.woff2?url';
import normal from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';

/** The characters in each font file, as in the style sheets of the package. */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const latinExt =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

const basic = [
  { address: normal, style: 'normal', unicodeRange: latin },
  { address: italic, style: 'italic', unicodeRange: latin },
];
const extended = [
  { address: normalExt, style: 'normal', unicodeRange: latinExt },
  { address: italicExt, style: 'italic', unicodeRange: latinExt },
];
/** The letters for which the extended files are loaded. No name has the other characters of `latinExt`. */
const extendedLetter = /[\u0100-\u02ba\u1d00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]/;

async function load(files: typeof basic): Promise<void> {
  const fonts: FontFaceSet | undefined = Reflect.get(self, 'fonts');
  if (!fonts) return;
  const faces = files.map(
    ({ address, style, unicodeRange }) =>
      new FontFace('Inter Variable', `url(${address})`, { style, unicodeRange, weight: '100 900' }),
  );
  for (const face of faces) fonts.add(face);
  await Promise.allSettled(faces.map((face) => face.load()));
}

/**
 * Creates what loads the font of the application in a worker, which does not share the fonts of the page. If a font cannot be
 * loaded, names are written in the font of the system.
 */
export function createLabelFonts() {
  const ready = load(basic);
  let isExtended = false;
  return {
    /** Resolves when the font with the letters of most names has been loaded. */
    ready,
    /** Loads further letters of these texts. Resolves to true if the texts were drawn without them before. */
    async loadFor(texts: readonly string[]): Promise<boolean> {
      if (isExtended || !texts.some((text) => extendedLetter.test(text))) return false;
      isExtended = true;
      await load(extended);
      return true;
    },
  };
}
