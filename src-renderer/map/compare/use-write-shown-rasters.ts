import { useEffect } from 'react';
import type { ShownRaster } from '../shown-raster.ts';
import type { ComparedRaster } from './compared-rasters.ts';
import { shownRastersStore } from './shown-rasters.ts';
import { useStable } from './use-stable.ts';

/** Writes the rasters that the map shows to `shownRastersStore`. */
export function useWriteShownRasters(base: ShownRaster, compared: readonly ComparedRaster[]) {
  const same = useStable(compared);
  useEffect(() => {
    const lowest = base.styled && {
      ...{ styled: base.styled, display: base.display, scene: base.scene, offset: base.offset, opacity: 1 },
    };
    const above = same.flatMap(({ styled, display, scene, offset, raster: { opacity } }) =>
      styled === null ? [] : [{ styled, display, scene, offset, opacity }],
    );
    shownRastersStore.setState({ shown: lowest === null ? [] : [lowest, ...above] });
  }, [base.styled, base.display, base.scene, base.offset, same]);
  useEffect(() => () => shownRastersStore.setState({ shown: [] }), []);
}
