import { expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { clearMapSelection, mapStore } from './map-store.ts';
import { showWorkspace } from './ui-store.ts';

it('removes the raster of the previous connection when another is selected', () => {
  const ids = { fileId: libraryFileIdSchema.parse(1), librarySceneId: librarySceneIdSchema.parse(7) };
  mapStore.setState({ shownRaster: { ...ids, style: null, goThere: false } });
  clearMapSelection();
  expect(mapStore.getState().shownRaster).toBeNull();
});

it('ends the picking of a place with the workspace whose form asked for it', () => {
  showWorkspace('plan');
  mapStore.setState({ picking: true, pickingScene: true });
  showWorkspace('library');
  expect(mapStore.getState()).toMatchObject({ picking: false, pickingScene: false });
});
