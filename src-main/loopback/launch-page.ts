import { createHash } from 'node:crypto';

// With the question mark it is another address, so that the browser requests it again instead of scrolling to the fragment.
const script = `location.replace('/?' + location.hash)`;

/**
 * The answer to the one wanted visit that comes from a foreign site: the private file that opens the application window (see
 * open-app-window.ts). It contains nothing of the application, only a script that requests the address again from its own origin
 * and keeps the launch token in the fragment.
 */
export const launchPage = `<!doctype html><meta charset="utf-8"><title>Nadir</title><script>${script}</script>`;

/** Headers that replace the usual policy of an answer. */
export const launchPageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};
