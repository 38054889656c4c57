import { useEffect } from 'react';
import type { ShownRaster } from '../shown-raster.ts';
import type { ComparedRaster } from './compared-rasters.ts';
import type { Difference } from './difference.ts';
import { type ShownDifference, shownRastersStore } from './shown-rasters.ts';
import { useStable } from './use-stable.ts';

/** Writes the rasters that the map shows, and the difference that it shows instead, to `shownRastersStore`. */
export function useWriteShownRasters(
  base: ShownRaster,
  compared: readonly ComparedRaster[],
  { index, reach, difference }: Pick<ShownDifference, 'index' | 'reach'> & { difference: Difference },
) {
  const same = useStable(compared);
  useEffect(() => {
    const lowest = base.styled && {
      styled: base.styled,
      display: base.display,
      scene: base.scene,
      offset: base.offset,
      opacity: 1,
    };
    const above = same.flatMap(({ styled, display, scene, offset, raster: { opacity } }) =>
      styled === null ? [] : [{ styled, display, scene, offset, opacity }],
    );
    shownRastersStore.setState({ shown: lowest === null ? [] : [lowest, ...above] });
  }, [base.styled, base.display, base.scene, base.offset, same]);
  const { later, earlier } = difference;
  const isDrawn = difference.display !== null;
  useEffect(() => {
    shownRastersStore.setState({ difference: isDrawn ? { index, reach, later, earlier } : null });
  }, [index, reach, later, earlier, isDrawn]);
  useEffect(() => () => shownRastersStore.setState({ shown: [], difference: null }), []);
}
