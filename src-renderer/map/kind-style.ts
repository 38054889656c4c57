import type { TimelineKind } from '../../src-preload/contract/timeline.ts';

/** Shapes in a square of 12 by 12 around the origin. Each kind has its own shape, because colour alone is not sufficient. */
export const kindShapes: Record<TimelineKind, { path: string; hollow: boolean }> = {
  'window-opens': { path: 'M-3.5 -5 L5 0 L-3.5 5 Z', hollow: true },
  'window-closes': { path: 'M3.5 -5 L-5 0 L3.5 5 Z', hollow: true },
  'capture-planned': { path: 'M4.5 0 A4.5 4.5 0 1 1 -4.5 0 A4.5 4.5 0 1 1 4.5 0 Z', hollow: true },
  'capture-made': { path: 'M5 0 A5 5 0 1 1 -5 0 A5 5 0 1 1 5 0 Z', hollow: false },
  'capture-other': { path: 'M0 -5.5 L5.5 4.5 L-5.5 4.5 Z', hollow: false },
  scene: { path: 'M-4.5 -4.5 H4.5 V4.5 H-4.5 Z', hollow: false },
  delivery: { path: 'M-5 -1.5 L0 5 L5 -1.5 H2 V-5 H-2 V-1.5 Z', hollow: false },
  'revisit-due': { path: 'M0 -5.5 L5.5 0 L0 5.5 L-5.5 0 Z', hollow: true },
};

/**
 * The colours of the kinds while one contract is shown. With several, the colour is that of the contract. They are legible in
 * both themes.
 */
export const kindColours: Record<TimelineKind, string> = {
  'window-opens': '#5b8def',
  'window-closes': '#8a949e',
  'capture-planned': '#c98f00',
  'capture-made': '#1fa187',
  'capture-other': '#d1495b',
  scene: '#a06cd5',
  delivery: '#c2703d',
  'revisit-due': '#d0679d',
};
