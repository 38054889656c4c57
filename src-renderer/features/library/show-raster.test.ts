import { expect, it } from 'vitest';
import { libraryFileIdSchema } from '../../../src-preload/contract/ids.ts';
import { defaultRasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { fileOf, sceneOf } from '../../../testing/page/samples.ts';
import { hideShownRaster, mapStore, restyleRaster } from '../../kit/state/map-store.ts';
import { withPreset } from '../../viewer/raster/style/presets.ts';
import { showRaster } from './show-raster.ts';

it('keeps the style in which rasters are viewed, until none is', () => {
  const ndvi = withPreset(defaultRasterStyle, 'ndvi');
  const styleAfter = (fileId: number) => {
    showRaster(sceneOf(), fileOf({ fileId: libraryFileIdSchema.parse(fileId) }));
    return mapStore.getState().shownRaster?.style;
  };
  expect(styleAfter(1)).toBeNull();
  restyleRaster(ndvi);
  expect(styleAfter(1)).toEqual(ndvi);
  expect(styleAfter(2)).toEqual(ndvi);
  hideShownRaster();
  expect(styleAfter(1)).toBeNull();
});
