/**
 * Returns the headers of every page: own code only, no frames, no sniffing, no referrer. `socket` is the RPC address, or null.
 */
export function pageHeaders(socket: string | null): Record<string, string> {
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
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  };
}
