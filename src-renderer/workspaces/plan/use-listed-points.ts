import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Problem } from '../../geometry/area.ts';
import { readImportFile } from '../../geometry/import-guards.ts';
import { useCountries } from './countries-store.ts';
import { doubtfulPoints } from './points-preview.tsx';
import { mostPoints, readPoints } from './read-points.ts';
import type { Columns } from './read-table.ts';

/** Milliseconds without a key press before the text is read. */
const readPauseMs = 250;

/**
 * Reads a text or file of points while the user types, with the selected columns and the selected order of latitude
 * and longitude.
 */
export function useListedPoints() {
  const [text, setText] = useState('');
  const [columns, setColumns] = useState<Columns | null>(null);
  const [order, setOrder] = useState<'latitude-first' | 'longitude-first' | null>(null);
  const [fileProblem, setFileProblem] = useState<Problem | null>(null);
  const countries = useCountries();
  const [readText] = useDebouncedValue(text, readPauseMs);
  const read = useQuery({
    queryKey: ['points', readText, columns],
    queryFn: () => readPoints(readText, columns),
    placeholderData: keepPreviousData,
    gcTime: 0,
  }).data;
  const listed = (read?.points ?? []).slice(0, mostPoints);
  const points =
    order === 'longitude-first'
      ? listed.map((point) => (point.swapped ? { ...point, at: point.swapped, swapped: null } : point))
      : listed;
  // The list is checked only when it has changed, not at each key press.
  const doubtfulCount = useMemo(() => doubtfulPoints(read?.points ?? [], countries), [read, countries]);
  /** Replaces the text; the choices for the earlier table are cleared. */
  const replaceText = (next: string) => {
    setText(next);
    setColumns(null);
    setOrder(null);
    setFileProblem(null);
  };
  const loadFile = (file: File | null) => {
    if (!file) return;
    readImportFile(file).then(
      (content) => {
        replaceText('text' in content ? content.text : '');
        setFileProblem('problem' in content ? content.problem : null);
      },
      () => setFileProblem({ message: 'validation.binaryFile' }),
    );
  };
  return {
    text,
    readText,
    read,
    points,
    countries,
    /** The number of points whose latitude and longitude may be exchanged; 0 after the user has answered. */
    doubtful: order === null ? doubtfulCount : 0,
    problem: fileProblem ?? read?.problem ?? null,
    replaceText,
    loadFile,
    setColumns,
    setOrder,
  };
}
