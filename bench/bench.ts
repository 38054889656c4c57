export type Unit = 'ms' | 'bytes' | 'count';

/** One measured quantity: per variant its values, one a run. */
export interface Figure {
  name: string;
  unit: Unit;
  values: Readonly<Record<string, readonly number[]>>;
}

export interface BenchReport {
  /** Columns of the table, in order. */
  variants: readonly string[];
  /** Whose medians are divided, first by second. */
  pairs: readonly (readonly [string, string])[];
  figures: readonly Figure[];
  /** What a reader must know to read the figures right. */
  notes: readonly string[];
}

export interface BenchOptions {
  /** Measured runs per variant; null for the bench's own number. */
  runs: number | null;
  /** Told what goes on; a bench takes minutes. */
  progress: (text: string) => void;
}

/** A file `bench/<name>-bench.ts` exports one as `bench`; that makes it known to `npm run bench`. */
export interface Bench {
  title: string;
  run(options: BenchOptions): Promise<BenchReport>;
}
