/** What a document may not become, whatever else it may. */
const nobodysFrame = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

/** The worker that reads files of the user. A worker has the policy of its own script, not that of the page. */
const importWorker = /^\/assets\/import-worker-[\w-]+\.js$/;

/**
 * The policy of the worker that decodes files which others wrote. SQLite runs in it as WebAssembly, which the page may not
 * compile; in return it cannot load or send anything but its own code.
 */
const importWorkerPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  ...nobodysFrame,
].join('; ');

/** The workers that unpack the pixels of rasters: those of the map, and the one that reads an index over time. */
const rasterWorker = /^\/assets\/(?:raster|series)-worker-[\w-]+\.js$/;

/**
 * The policy of the workers that read rasters. Their decoders are WebAssembly, one of them written into its code as a `data:` address.
 * They read ranges of files and nothing else.
 */
const rasterWorkerPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self' data:",
  ...nobodysFrame,
].join('; ');

/** Returns the policy of a worker that has one of its own; null for all other files. */
function workerPolicy(pathname: string): string | null {
  if (importWorker.test(pathname)) return importWorkerPolicy;
  return rasterWorker.test(pathname) ? rasterWorkerPolicy : null;
}

/**
 * Returns the headers of every file of the page: own code only, no frames, no sniffing, no referrer. `socket` is the RPC
 * address, or null; `pathname` is that of the file.
 */
export function pageHeaders(socket: string | null, pathname = '/'): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The UI kit writes its theme variables into style elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    `connect-src 'self'${socket === null ? '' : ` ${socket}`}`,
    "worker-src 'self'",
    "object-src 'none'",
    ...nobodysFrame,
  ].join('; ');
  return {
    'content-security-policy': workerPolicy(pathname) ?? policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  };
}
