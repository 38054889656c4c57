import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { pixelsStore } from '../../kit/state/pixels-store.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import { AreaPanel } from './area-panel.tsx';
import { lineColour } from './pixel-values.ts';
import { createPixelsLayer } from './pixels-layer.ts';
import { ProfilePanel } from './profile-panel.tsx';
import { SpectraPanel } from './spectra-panel.tsx';
import { ValuePanel } from './value-panel.tsx';

/** Marks the points and the position in the profile on the map while their tool is active. */
function useMarks(map: NadirMap | null) {
  useEffect(() => {
    if (map === null) return;
    const { overlay, remove } = map.overlay(createPixelsLayer);
    const draw = () => {
      const { tool, points, profileAt } = pixelsStore.getState();
      const shown = tool === 'spectra' ? points : [];
      overlay.set([
        ...shown.map(({ id, name, at }) => ({ at, text: name || String(id), colour: lineColour(id - 1) })),
        ...(profileAt === null ? [] : [{ at: profileAt, text: '', colour: '#d9534f' }]),
      ]);
    };
    draw();
    const unfollow = pixelsStore.subscribe(draw);
    return () => {
      unfollow();
      remove();
    };
  }, [map]);
}

interface PixelPanelsProps {
  map: NadirMap | null;
  /** The element below the map for the large panels. */
  dock: HTMLElement | null;
}

/** The panels that read pixels of the shown rasters. They are loaded when the first of them is opened. */
export function PixelPanels({ map, dock }: PixelPanelsProps) {
  const tool = useStore(pixelsStore, (state) => state.tool);
  const isValueShown = useStore(pixelsStore, (state) => state.isValueShown);
  useMarks(map);
  return (
    <>
      {dock !== null &&
        createPortal(
          <>
            {tool === 'profile' && <ProfilePanel />}
            {tool === 'area' && <AreaPanel />}
            {tool === 'spectra' && <SpectraPanel />}
          </>,
          dock,
        )}
      {isValueShown && <ValuePanel />}
    </>
  );
}
