import { createStore } from 'zustand/vanilla';
import type { ExportFormat } from '../../formats/export-format.ts';
import type { CoordinateFormat } from '../../i18n/coordinates.ts';
import type { ExportSource } from './list-export.ts';

/** What a list can be written to: a file, or a sheet of paper. */
export type OutputKind = 'file' | 'sheet';

interface ExportState {
  /** Returns the list on the screen; null if there is none. */
  offered: (() => ExportSource) | null;
  /** The list in the open dialog, as it was when the dialog was opened. */
  open: { kind: OutputKind; source: ExportSource } | null;
  /** The choices of the last export of this session. */
  format: ExportFormat;
  /** Null for the format of the settings. */
  coordinateFormat: CoordinateFormat | null;
  byteOrderMark: boolean;
  /** The keys of the columns that are left out, by layer. */
  leftOut: Readonly<Record<string, readonly string[]>>;
}

/** The list that can be written to a file, and the choices of the last time. */
export const exportStore = createStore<ExportState>(() => ({
  offered: null,
  open: null,
  format: 'geojson',
  coordinateFormat: null,
  byteOrderMark: true,
  leftOut: {},
}));

/** Opens the dialog for the list on the screen, in a format if one is given; returns false if there is nothing to write. */
export function openOutput(kind: OutputKind, format?: ExportFormat): boolean {
  const source = exportStore.getState().offered?.();
  if (source === undefined || source.counts.listed === 0) return false;
  exportStore.setState({ open: { kind, source }, ...(format === undefined ? {} : { format }) });
  return true;
}

/** Closes the dialog. */
export const closeOutput = () => exportStore.setState({ open: null });
