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

const kibibyte = 1_024;
const mebibyte = kibibyte * kibibyte;

/** How large a number one unit of the sign is. */
function scaleOf(unit: Unit, largest: number): { sign: string; of: number } {
  if (unit === 'ms') return { sign: ' ms', of: 1 };
  if (unit === 'count') return { sign: '', of: 1 };
  return largest >= mebibyte ? { sign: ' MiB', of: mebibyte } : { sign: ' KiB', of: kibibyte };
}

/** `median (least–most)`, all in one unit. */
function cell({ unit, values }: Figure, variant: string): string {
  const all = values[variant] ?? [];
  if (all.length === 0) return '—';
  const { sign, of } = scaleOf(unit, Math.max(...all));
  const write = (value: number) => digits(value / of);
  const spread = all.length > 1 ? ` (${write(Math.min(...all))}–${write(Math.max(...all))})` : '';
  return `${write(median(all))}${spread}${sign}`;
}

/** Returns the ratios of two variants, run by run; of their medians if one has more runs than the other. */
function ratiosOf({ values }: Figure, [first, second]: readonly [string, string]): number[] {
  const [ones, others] = [values[first] ?? [], values[second] ?? []];
  if (ones.length === 0 || others.length === 0) return [];
  if (ones.length !== others.length) return [median(ones) / median(others)];
  return ones.map((value, i) => value / (others[i] ?? Number.NaN));
}

/** `× median (least–most)` of the ratios of a run: what slows both at the same time does not change it. */
function ratioOf(figure: Figure, pair: readonly [string, string]): string {
  const ratios = ratiosOf(figure, pair).filter(Number.isFinite);
  if (ratios.length === 0) return '—';
  const write = (value: number) => value.toFixed(value < 10 ? 2 : 1);
  const spread = ratios.length > 1 ? ` (${write(Math.min(...ratios))}–${write(Math.max(...ratios))})` : '';
  return `× ${write(median(ratios))}${spread}`;
}

/** The report as a Markdown table, also readable as it is. */
export function tableOf({ variants, pairs, figures }: BenchReport): string {
  const head = ['', ...variants, ...pairs.map(([first, second]) => `${first} / ${second}`)];
  const rows = figures.map((figure) => [
    figure.name,
    ...variants.map((variant) => cell(figure, variant)),
    ...pairs.map((pair) => ratioOf(figure, pair)),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
