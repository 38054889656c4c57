import { createHash } from 'node:crypto';

// With the question mark it is another address, so that the browser asks again instead of scrolling to the fragment.
const script = `location.replace('/?' + location.hash)`;

/**
 * For the one visit that comes from elsewhere and is wanted: the private file that opens the application window (see
 * open-app-window.ts) counts as a foreign site. It gets nothing of the application, only this page, which asks again in
 * its own name and keeps the launch token where it is, in the fragment.
 */
export const launchPage = `<!doctype html><meta charset="utf-8"><title>Nadir</title><script>${script}</script>`;

/** Beside those of every answer, whose policy these replace. */
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
