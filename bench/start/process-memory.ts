import { readFileSync } from 'node:fs';

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
