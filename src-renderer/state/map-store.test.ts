import { expect, it } from 'vitest';
import { libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { clearMapSelection, mapStore } from './map-store.ts';

it('leaves no raster of the last connection in view when another is chosen', () => {
  mapStore.setState({ shownRaster: { fileId: libraryFileIdSchema.parse(1), bandMode: 'true-colour' } });
  clearMapSelection();
  expect(mapStore.getState().shownRaster).toBeNull();
});
