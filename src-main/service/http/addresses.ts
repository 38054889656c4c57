import { AppError, hasCode } from '../../core/app-error.ts';
import { redactAddress } from '../redaction/redact.ts';

/** True for 127.0.0.0/8, ::1 and localhost: only there plain http is allowed, and no proxy is used. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The limit for headers and the request log; servers accept less. */
const maxAddressLength = 16_384;

/** Returns a typed or server-given address that follows the rules of service §11.3; else throws ADDRESS_REFUSED. */
export function safeAddress(text: string, base?: string): URL {
  const url = text.length > maxAddressLength ? null : URL.parse(text, base);
  if (url === null)
    throw new AppError('ADDRESS_REFUSED', { address: redactAddress(text.slice(0, 200)), reason: 'invalid' });
  const refuse = (reason: 'scheme' | 'userinfo') =>
    new AppError('ADDRESS_REFUSED', { address: redactAddress(url.href), reason });
  if (url.username !== '' || url.password !== '') throw refuse('userinfo');
  const plain = url.protocol === 'http:' && isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !plain) throw refuse('scheme');
  return url;
}

/**
 * Returns only the origin of an address, for the message that it was refused. The path may repeat something that was sent to the
 * server, in a shape that no redactor recognises; and the token of a link cannot be recognised by its value.
 */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return '…';
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? `${protocol}…` : `${origin}/…`;
}

/** True if the address was made by `placeOf`. */
export const isPlaceOnly = (address: string) => address.endsWith('…');

/** Like `safeAddress`, for links and redirects: the error of a refused address contains only its origin. */
export function serverGivenAddress(text: string, base: string): URL {
  try {
    return safeAddress(text, base);
  } catch (error) {
    if (!hasCode(error, 'ADDRESS_REFUSED')) throw error;
    throw new AppError('ADDRESS_REFUSED', { ...error.data, address: placeOf(error.data.address) });
  }
}

/**
 * Returns the address of a path below a base address, which may have a path of its own: `https://api.example/x/` + `/v2/y` →
 * `https://api.example/x/v2/y`.
 */
export function joinAddress(base: string, path: string): URL {
  const url = safeAddress(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url;
}
