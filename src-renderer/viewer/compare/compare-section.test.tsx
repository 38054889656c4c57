import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { placeSceneSchema } from '../../../src-preload/contract/library.ts';
import { defaultRasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import type { Captures } from './captures.ts';
import { CompareSection } from './compare-section.tsx';

const scene = sceneOf();
const actions = {
  before: vi.fn(),
  previous: vi.fn(),
  next: vi.fn(),
  compare: vi.fn(),
  strip: vi.fn(),
  series: vi.fn(),
};

/** The section of a raster with these captures of its place. */
function Section({ captures }: { captures: Partial<Captures> }) {
  return (
    <CompareSection
      shown={{
        info: null,
        scene,
        wanted: defaultRasterStyle,
        styled: null,
        bounds: null,
        statistics: null,
        natural: null,
        presets: [],
        display: null,
        isProvisional: false,
        isAwaited: false,
        offset: [0, 0],
        error: null,
        loading: false,
      }}
      captures={{ scenes: [], isMore: false, shown: scene.librarySceneId, isKnown: false, ...captures }}
      compared={[]}
      difference={{ display: null, later: null, earlier: null, lacksBands: false, error: null }}
      actions={actions}
    />
  );
}

it('counts the captures of the place once they are known, and is not there where none can be read', async () => {
  const { redraw } = await showPage(<Section captures={{}} />);
  expect(screen.getByRole('button', { name: 'Captures' })).toBeDefined();
  const capture = placeSceneSchema.parse({
    ...scene,
    rasters: [{ fileId: 1, fileName: 'a.tif', bands: [] }],
  });
  redraw(<Section captures={{ scenes: [capture], isKnown: true }} />);
  expect(screen.getByRole('button', { name: '1 capture' })).toBeDefined();
  // The folder of the raster on the map is away.
  redraw(<Section captures={{ isKnown: true }} />);
  expect(screen.queryByTestId('compare')).toBeNull();
});
