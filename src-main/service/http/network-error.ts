import { AppError } from '../../core/app-error.ts';
import { systemErrorCode } from '../../core/system-error.ts';

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
  // A body that ends too early.
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
]);

/** Returns an error with its causes and, if Node tried several addresses at once, their errors. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    chain.push(current);
    if (current instanceof AggregateError) for (const inner of current.errors) chain.push(...chainOf(inner));
    current = current.cause;
  }
  return chain;
}

function isTls(code: string): boolean {
  return /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/.test(code);
}

/** True if no connection was made: the name, the connection itself or the proxy's tunnel failed. */
function isUnconnected(error: Error): boolean {
  const code = systemErrorCode(error);
  // An established connection can report EHOSTUNREACH or ETIMEDOUT too: its call is then `read` or `write`.
  const call = 'syscall' in error ? error.syscall : null;
  return (
    call === 'connect' ||
    call === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    isTunnelRefusal(error)
  );
}

function isTunnelRefusal(error: Error): boolean {
  const code = systemErrorCode(error);
  return (
    code === 'UND_ERR_PRX_TLS' || (code === 'UND_ERR_ABORTED' && error.message.startsWith('Proxy response'))
  );
}

/** Maps a network failure to an error in the user's terms; an unknown failure is UNREACHABLE with reason `other`. */
export function networkError(
  error: unknown,
  { host, signal, proxied }: { host: string; signal: AbortSignal; proxied: boolean },
): AppError {
  const options = { cause: error };
  if (signal.aborted) return new AppError('CANCELLED', {}, options);
  const chain = chainOf(error);
  const codes = chain.map(systemErrorCode).filter((code) => code !== '');
  const tls = codes.find(isTls);
  if (tls) return new AppError('TLS_FAILED', { host, detail: tls }, options);
  if (proxied && chain.some(isUnconnected))
    return new AppError('UNREACHABLE', { host, reason: 'proxy' }, options);
  if (codes.some((code) => offline.has(code))) return new AppError('OFFLINE', { host }, options);
  const reason = codes.includes('ECONNREFUSED')
    ? 'refused'
    : codes.some((code) => timeouts.has(code)) || chain.some((each) => each.name === 'TimeoutError')
      ? 'timeout'
      : codes.some((code) => resets.has(code))
        ? 'reset'
        : 'other';
  return new AppError('UNREACHABLE', { host, reason }, options);
}
