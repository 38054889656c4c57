import { AppError } from '../app-error.ts';

const offline = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
]);
const timeouts = new Set([
  'ETIMEDOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const resets = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);

function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') codes.push(current.code);
    // Node tries several addresses at once and reports them together.
    if (current instanceof AggregateError) for (const inner of current.errors) codes.push(...codesOf(inner));
    current = current.cause;
  }
  return codes;
}

function isTls(code: string): boolean {
  return /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/.test(code);
}

/** Names a failure of the network in the user's terms; anything unknown is UNREACHABLE with reason `other`. */
export function networkError(error: unknown, host: string, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError('CANCELLED', {}, { cause: error });
  const codes = codesOf(error);
  const options = { cause: error };
  const tls = codes.find(isTls);
  if (tls) return new AppError('TLS_FAILED', { host, detail: tls }, options);
  if (codes.some((code) => offline.has(code))) return new AppError('OFFLINE', { host }, options);
  const reason = codes.includes('ECONNREFUSED')
    ? 'refused'
    : codes.some((code) => timeouts.has(code))
      ? 'timeout'
      : codes.some((code) => resets.has(code))
        ? 'reset'
        : 'other';
  return new AppError('UNREACHABLE', { host, reason }, options);
}

/** True when the connection was never made, so that no byte of a body can have arrived. */
export function neverConnected(error: unknown): boolean {
  const codes = codesOf(error);
  return codes.some(
    (code) =>
      offline.has(code) || isTls(code) || code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT',
  );
}
