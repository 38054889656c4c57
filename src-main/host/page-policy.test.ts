import { describe, expect, it } from 'vitest';
import { pageHeaders } from './page-policy.ts';

/** As an own text, not read from the source: whoever loosens a rule has to do it in two places, and say why. */
const policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

function readPolicy(headers: Record<string, string>): Record<string, string[]> {
  const directives = (headers['content-security-policy'] ?? '').split('; ').map((each) => each.split(' '));
  const names = directives.map(([name]) => name);
  // Of two directives of one name a browser heeds the first only.
  expect(new Set(names).size).toBe(names.length);
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}

describe('the headers of every page', () => {
  it('let the page load its own code and pictures only, and be nobody’s frame, base or form', () => {
    expect(readPolicy(pageHeaders(null))).toEqual(policy);
  });

  it('let it call main where there is a socket', () => {
    expect(readPolicy(pageHeaders('ws://127.0.0.1:4711'))).toEqual({
      ...policy,
      'connect-src': ["'self'", 'ws://127.0.0.1:4711'],
    });
  });

  it('let the worker that reads files compile WebAssembly and load its own code, and nothing else', () => {
    const own = {
      'default-src': ["'none'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    };
    const worker = '/assets/import-worker-D4s_x-9.js';
    expect(readPolicy(pageHeaders('ws://127.0.0.1:4711', worker))).toEqual(own);
    for (const other of [
      '/',
      '/assets/index-import-worker-x.js',
      '/files/assets/import-worker-x.js',
      `${worker}/x`,
    ])
      expect(readPolicy(pageHeaders(null, other))).toEqual(policy);
  });

  it.each(['raster', 'series'])(
    'lets the %s worker compile its decoders and read files, and nothing else',
    (name) => {
      const worker = readPolicy(pageHeaders('ws://127.0.0.1:4711', `/assets/${name}-worker-D4s_x-9.js`));
      expect(worker).toEqual({
        'default-src': ["'none'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        'connect-src': ["'self'", 'data:'],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      });
      expect(readPolicy(pageHeaders(null, `/assets/x-${name}-worker-x.js`))).toEqual(policy);
    },
  );

  it('keep other sites from opening, embedding and sniffing it, and it from devices', () => {
    const { 'content-security-policy': _, ...rest } = pageHeaders(null);
    expect(rest).toEqual({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
    });
  });
});
