import type { BenchReport, Figure, Unit } from './bench.ts';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function digits(value: number): string {
  return value.toFixed(Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 1);
}

const writers: Record<Unit, (value: number) => string> = {
  ms: (value) => `${digits(value)} ms`,
  bytes: (value) =>
    value >= 1_048_576 ? `${digits(value / 1_048_576)} MiB` : `${digits(value / 1_024)} KiB`,
  count: digits,
};

/** `median (least–most)`. */
function cell({ unit, values }: Figure, variant: string): string {
  const all = values[variant] ?? [];
  if (all.length === 0) return '—';
  const write = writers[unit];
  const spread = all.length > 1 ? ` (${write(Math.min(...all))} – ${write(Math.max(...all))})` : '';
  return `${write(median(all))}${spread}`;
}

function ratioOf({ values }: Figure, pair: readonly [string, string]): string {
  const [first, second] = pair.map((variant) => median(values[variant] ?? []));
  const ratio = (first ?? Number.NaN) / (second ?? Number.NaN);
  return Number.isFinite(ratio) ? `× ${ratio.toFixed(2)}` : '—';
}

/** The report as a Markdown table, also readable as it is. */
export function tableOf({ variants, pair, figures }: BenchReport): string {
  const head = ['', ...variants, ...(pair ? [`${pair[0]} / ${pair[1]}`] : [])];
  const rows = figures.map((figure) => [
    figure.name,
    ...variants.map((variant) => cell(figure, variant)),
    ...(pair ? [ratioOf(figure, pair)] : []),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
