import { appendFileSync } from 'node:fs';

/**
 * Writes for the launcher (scripts/start.mjs) how far the start came: `begun` once Electron itself runs, `answered` once the window is in
 * view or a message says why not. If Electron ends before that, the launcher runs the loopback host instead. Without a launcher there
 * is no file to write.
 */
export function tellLauncher(progress: 'begun' | 'answered', report = process.env.NADIR_START_REPORT): void {
  if (report === undefined) return;
  try {
    appendFileSync(report, `${progress}\n`);
  } catch {
    // The launcher is gone and its folder with it.
  }
}
