/** Numbers and times by locale. Times are UTC on screen, local time beside it on hover. */
const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n ${locale} ${JSON.stringify(options)}`;
  const known = cache.get(key);
  if (known instanceof Intl.NumberFormat) return known;
  const made = new Intl.NumberFormat(locale, options);
  cache.set(key, made);
  return made;
}

function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `t ${locale} ${JSON.stringify(options)}`;
  const known = cache.get(key);
  if (known instanceof Intl.DateTimeFormat) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  cache.set(key, made);
  return made;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatNumber(locale: string, value: number, digits = 0): string {
  return numberFormat(locale, { maximumFractionDigits: digits }).format(value);
}

export function formatBytes(locale: string, bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  const maximumFractionDigits = step === 0 || value >= 100 ? 0 : 1;
  return numberFormat(locale, { style: 'unit', unit: units[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits }).format(value);
}

export function formatRate(locale: string, bytesPerSecond: number): string {
  return `${formatBytes(locale, bytesPerSecond)}/s`;
}

const minute: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', hour12: false };

export function formatUtc(locale: string, iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : `${timeFormat(locale, { ...minute, timeZone: 'UTC' }).format(at)} UTC`;
}

export function formatUtcDay(locale: string, iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : timeFormat(locale, { year: 'numeric', month: 'short', day: '2-digit', timeZone: 'UTC' }).format(at);
}

export function formatLocal(locale: string, iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : timeFormat(locale, { ...minute, timeZoneName: 'short' }).format(at);
}

export function formatDuration(locale: string, seconds: number): string {
  const parts: [number, string][] =
    seconds >= 3_600
      ? [
          [Math.floor(seconds / 3_600), 'hour'],
          [Math.floor((seconds % 3_600) / 60), 'minute'],
        ]
      : seconds >= 60
        ? [[Math.round(seconds / 60), 'minute']]
        : [[Math.max(1, Math.round(seconds)), 'second']];
  return parts.map(([value, unit]) => numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)).join(' ');
}
