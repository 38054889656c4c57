import { expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { clearMapSelection, mapStore } from './map-store.ts';

it('leaves no raster of the last connection in view when another is chosen', () => {
  const ids = { fileId: libraryFileIdSchema.parse(1), librarySceneId: librarySceneIdSchema.parse(7) };
  mapStore.setState({ shownRaster: { ...ids, style: null, goThere: false } });
  clearMapSelection();
  expect(mapStore.getState().shownRaster).toBeNull();
});
