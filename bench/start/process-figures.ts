import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const tickMs = 10;

/** Processor time of another process and its threads so far; not a number where the system does not tell. */
export function processorMsOf(pid: number): number {
  try {
    // The name in brackets may hold blanks; user and system time are the 12th and 13th after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return Number.NaN;
  }
}

export interface ProcessMemory {
  rssBytes: number;
  peakBytes: number;
}

/** Resident memory of another process, now and at its highest; null where the system does not tell (Linux only). */
export function memoryOf(pid: number): ProcessMemory | null {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return null;
  }
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  const [rss, peak] = [kibibytes('VmRSS'), kibibytes('VmHWM')];
  return Number.isFinite(rss) && Number.isFinite(peak)
    ? { rssBytes: rss * 1_024, peakBytes: peak * 1_024 }
    : null;
}
