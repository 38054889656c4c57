import { describe, expect, it } from 'vitest';
import { networkError } from './network-error.ts';

const host = 'api.test';
const open = new AbortController().signal;
const withCode = (code: string, fields: object = {}) =>
  Object.assign(new Error('it failed'), { code, ...fields });
const read = (error: unknown, { signal = open, proxied = false } = {}) =>
  networkError(error, { host, signal, proxied });

describe('a failure of the network', () => {
  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'])(
    '%s means offline',
    (code) => {
      expect(read(withCode(code))).toMatchObject({ code: 'OFFLINE', data: { host } });
    },
  );

  it.each([
    ['ECONNREFUSED', 'refused'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['ECONNABORTED', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['UND_ERR_CLOSED', 'reset'],
    ['UND_ERR_DESTROYED', 'reset'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'reset'],
    ['HPE_INVALID_EOF_STATE', 'reset'],
    ['E_UNHEARD_OF', 'other'],
  ])('%s means unreachable: %s', (code, reason) => {
    expect(read(withCode(code))).toMatchObject({ code: 'UNREACHABLE', data: { host, reason } });
  });

  it.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'])(
    '%s is told as one of TLS',
    (code) => {
      expect(read(withCode(code))).toMatchObject({ code: 'TLS_FAILED', data: { host, detail: code } });
    },
  );

  it('is found behind its causes, and among those of several addresses', () => {
    const inner = new Error('outer', { cause: new Error('middle', { cause: withCode('ENOTFOUND') }) });
    expect(read(inner).code).toBe('OFFLINE');
    const several = new AggregateError([new Error('no code'), withCode('ECONNREFUSED')]);
    expect(read(new Error('fetch failed', { cause: several })).data).toMatchObject({ reason: 'refused' });
    expect(read('no error at all').data).toMatchObject({ reason: 'other' });
  });

  it('is a time limit where a signal of one ended it', () => {
    expect(read(AbortSignal.abort(new DOMException('late', 'TimeoutError')).reason).data).toMatchObject({
      reason: 'timeout',
    });
  });

  it('is none where the caller ended it', () => {
    expect(read(withCode('ECONNRESET'), { signal: AbortSignal.abort() }).code).toBe('CANCELLED');
  });
});

describe('behind a proxy', () => {
  it.each([
    ['the connection', withCode('ECONNREFUSED', { syscall: 'connect' })],
    ['the name', withCode('ENOTFOUND', { syscall: 'getaddrinfo' })],
    ['the time limit of the connection', withCode('UND_ERR_CONNECT_TIMEOUT')],
    ['its certificate', withCode('UND_ERR_PRX_TLS')],
    ['the tunnel', Object.assign(new Error('Proxy response (407) !== 200'), { code: 'UND_ERR_ABORTED' })],
  ])('%s that fails is the proxy’s', (_, error) => {
    expect(read(error, { proxied: true })).toMatchObject({ code: 'UNREACHABLE', data: { reason: 'proxy' } });
  });

  it('a connection that stood and broke is not the proxy’s', () => {
    const broken = withCode('EHOSTUNREACH', { syscall: 'read' });
    expect(read(broken, { proxied: true }).code).toBe('OFFLINE');
  });
});
