import { startTransition, useEffect, useState } from 'react';
import type { ExportedFeature } from '../../../formats/exported-feature.ts';
import type { ExportSource, OutputColumn, OutputRows } from '../../../kit/export/list-export.ts';
import { hasErrorCode } from '../../../kit/i18n/error-text.ts';
import { type FactWords, type SheetPlace, sheetPlaces } from './sheet-place.ts';

/** The maximum number of places of a sheet: some forty pages. */
export const maxSheetPlaces = 300;
const maxAttempts = 3;

/** The state of a sheet's places: loading, ready, or failed. */
export type SheetPlaces =
  | { kind: 'reading' }
  | { kind: 'ready'; places: readonly SheetPlace[]; withoutPlace: number }
  | { kind: 'failed'; error: unknown };

async function readFeatures(source: ExportSource, rows: OutputRows, signal: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const features: ExportedFeature[] = [];
      for await (const page of source.pages(rows, signal)) features.push(...page.features);
      return features;
    } catch (error) {
      if (attempt >= maxAttempts || signal.aborted || !hasErrorCode(error, 'CONFLICT')) throw error;
    }
  }
}

interface SheetPlacesOptions {
  source: ExportSource;
  rows: OutputRows;
  columns: readonly OutputColumn[];
  words: FactWords;
}

/** Reads the rows of a list as places of a sheet, and again when the selection of rows or columns changes. */
export function useSheetPlaces({ source, rows, columns, words }: SheetPlacesOptions): SheetPlaces {
  const [features, setFeatures] = useState<readonly ExportedFeature[] | null>(null);
  const [state, setState] = useState<SheetPlaces>({ kind: 'reading' });

  useEffect(() => {
    const ended = new AbortController();
    setState({ kind: 'reading' });
    setFeatures(null);
    if (source.counts[rows] <= maxSheetPlaces)
      readFeatures(source, rows, ended.signal).then(setFeatures, (error: unknown) => {
        if (!ended.signal.aborted) setState({ kind: 'failed', error });
      });
    return () => ended.abort();
  }, [source, rows]);

  useEffect(() => {
    if (features === null) return;
    const ended = new AbortController();
    sheetPlaces(features, columns, { words, signal: ended.signal }).then(
      // Rendering hundreds of rows must not block the page.
      (result) => startTransition(() => setState({ kind: 'ready', ...result })),
      (error: unknown) => {
        if (!ended.signal.aborted) setState({ kind: 'failed', error });
      },
    );
    return () => ended.abort();
  }, [features, columns, words]);

  return state;
}
