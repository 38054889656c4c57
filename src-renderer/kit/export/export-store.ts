import { createStore } from 'zustand/vanilla';
import type { ExportFormat } from '../../formats/export-format.ts';
import type { CoordinateFormat } from '../i18n/coordinates.ts';
import type { ExportSource } from './list-export.ts';

/** The two kinds of output of a list: a file, or a field sheet on paper. */
export type OutputKind = 'file' | 'sheet';

interface ExportState {
  /** Returns the list on the screen as a source; null if no list is on the screen. */
  offered: (() => ExportSource) | null;
  /** The source in the open dialog, as it was when the dialog opened. */
  open: { kind: OutputKind; source: ExportSource } | null;
  /** The format of the last export of this session. */
  format: ExportFormat;
  /** Null for the format of the settings. */
  coordinateFormat: CoordinateFormat | null;
  byteOrderMark: boolean;
  /** The keys of the columns that are left out, by layer. */
  leftOut: Readonly<Record<string, readonly string[]>>;
}

/** The list that can be exported, and the options of the last export. */
export const exportStore = createStore<ExportState>(() => ({
  offered: null,
  open: null,
  format: 'geojson',
  coordinateFormat: null,
  byteOrderMark: true,
  leftOut: {},
}));

/** Opens the dialog for the list on the screen, with a format if one is given; returns false if the list is empty or missing. */
export function openOutput(kind: OutputKind, format?: ExportFormat): boolean {
  const source = exportStore.getState().offered?.();
  if (source === undefined || source.counts.listed === 0) return false;
  exportStore.setState({ open: { kind, source }, ...(format === undefined ? {} : { format }) });
  return true;
}

/** Closes the dialog. */
export const closeOutput = () => exportStore.setState({ open: null });
