import { join } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';
import { settingsSchema } from '../../src-preload/contract/settings.ts';
import { type JsonDocument, openJsonDocument } from '../store/json-document.ts';

const pixels = z.number().int();

const windowStateSchema = z.object({
  /** The bounds of the window when it was neither maximized nor full screen; null before the first time. */
  bounds: z.object({ x: pixels, y: pixels, width: pixels.positive(), height: pixels.positive() }).nullable(),
  maximized: z.boolean(),
  fullScreen: z.boolean(),
  /** What the settings said at the last end, for the window and the menu that are there before the settings are read. */
  theme: settingsSchema.shape.theme,
  language: settingsSchema.shape.language,
  /** The folders in which dialogs for files ended, by what the dialog is for. */
  folders: z.record(z.string(), z.string()),
});

/** The place and look of the window at the last end. Pixels are those of the desktop, after its scaling. */
export type WindowState = z.infer<typeof windowStateSchema>;

export const initialWindowState: WindowState = {
  bounds: null,
  maximized: false,
  fullScreen: false,
  theme: 'system',
  language: 'system',
  folders: {},
};

export const minimumSize = { width: 960, height: 600 };
const usualSize = { width: 1_440, height: 900 };
/** This much of its upper edge must be on a display, so that the user can see and move the window. */
const gripPx = { width: 120, height: 40 };

/** Opens the stored place of the window, `window.json` in the data folder. */
export function openWindowState(folder: string, now: () => Date): JsonDocument<WindowState> {
  return openJsonDocument({
    path: join(folder, 'window.json'),
    version: 2,
    schema: windowStateSchema,
    initial: initialWindowState,
    migrations: {
      1: (content) => ({ ...initialWindowState, ...z.looseObject({}).parse(content) }),
    },
    now,
    // Losing the window's place needs no notice.
    onQuarantined: () => undefined,
  });
}

/** Replaces a part of the stored state. The disk may be full: nothing in it is worth an error message. */
export function keepWindowState(state: JsonDocument<WindowState>, part: Partial<WindowState>): void {
  try {
    state.write({ ...state.read(), ...part });
  } catch {
    // See above.
  }
}

function overlap(from: number, length: number, otherFrom: number, otherLength: number): number {
  return Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);
}

/**
 * On Wayland no window knows its place, and its bounds begin at 0, 0. A window that somebody has put exactly there elsewhere comes back in
 * the centre, which costs less than one in a corner below the bar of the desktop.
 */
const isPlaceUnknown = ({ x, y }: Rectangle) => x === 0 && y === 0;

/**
 * Returns the stored bounds if a display still shows them; else the usual size, fitted to the first display and centred there.
 */
export function placeWindow(
  kept: Rectangle | null,
  displays: readonly { workArea: Rectangle }[],
): Partial<Rectangle> & { width: number; height: number } {
  const area = displays[0]?.workArea;
  const isPlaced = kept !== null && !isPlaceUnknown(kept);
  const home =
    isPlaced &&
    displays.find(
      ({ workArea }) =>
        overlap(kept.x, kept.width, workArea.x, workArea.width) >= gripPx.width &&
        overlap(kept.y, gripPx.height, workArea.y, workArea.height) >= gripPx.height,
    );
  if (isPlaced && home) {
    return {
      ...kept,
      width: Math.max(minimumSize.width, Math.min(kept.width, home.workArea.width)),
      height: Math.max(minimumSize.height, Math.min(kept.height, home.workArea.height)),
    };
  }
  const size = kept !== null && !isPlaced ? kept : usualSize;
  return {
    width: Math.min(size.width, area?.width ?? size.width),
    height: Math.min(size.height, area?.height ?? size.height),
  };
}
