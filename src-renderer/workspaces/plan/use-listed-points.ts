import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Problem } from '../../geometry/area.ts';
import { readImportFile } from '../../geometry/import-guards.ts';
import { useCountries } from './countries-store.ts';
import { doubtfulPoints } from './points-preview.tsx';
import { mostPoints, readPoints } from './read-points.ts';
import type { Columns } from './read-table.ts';

/** Milliseconds without a key before the text is read. */
const readPauseMs = 250;

/** A text or file of points, read as it is typed, with what the user says of its columns and of latitude and longitude. */
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
  // A list is looked over once, not with each key that is pressed.
  const doubtfulCount = useMemo(() => doubtfulPoints(read?.points ?? [], countries), [read, countries]);
  /** Another text is another table. */
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
    /** Points whose latitude and longitude may be the wrong way round, until the user has answered. */
    doubtful: order === null ? doubtfulCount : 0,
    problem: fileProblem ?? read?.problem ?? null,
    replaceText,
    loadFile,
    setColumns,
    setOrder,
  };
}
