import { AppError, hasCode } from '../../app-error.ts';
import { redactAddress } from '../redaction/redact.ts';

/** 127.0.0.0/8, ::1, localhost: plain http is allowed there only, and no proxy is used. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** What headers and the request log are fit for; servers take less. */
const longestAddress = 16_384;

/** A server-given or typed address that passes the rules of service §11.3, else ADDRESS_REFUSED. */
export function safeAddress(text: string, base?: string): URL {
  const url = text.length > longestAddress ? null : URL.parse(text, base);
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
 * An address as it may be told when it is refused: a server can put into a path what it was sent, in a shape that no redactor
 * knows, and the token of a link is not known by its value.
 */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return '…';
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? `${protocol}…` : `${origin}/…`;
}

/** Whether an address is one that `placeOf` made. */
export const isPlaceOnly = (address: string) => address.endsWith('…');

/** `safeAddress` for links and redirects; refused, only their place is told. */
export function serverGivenAddress(text: string, base: string): URL {
  try {
    return safeAddress(text, base);
  } catch (error) {
    if (!hasCode(error, 'ADDRESS_REFUSED')) throw error;
    throw new AppError('ADDRESS_REFUSED', { ...error.data, address: placeOf(error.data.address) });
  }
}

/** `https://api.example/x/` + `/v2/y` → `https://api.example/x/v2/y`: the placeholder may hold a path of its own. */
export function joinAddress(base: string, path: string): URL {
  const url = safeAddress(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url;
}
