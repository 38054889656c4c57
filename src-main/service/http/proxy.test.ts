import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectProxy, startConnectProxy } from '../../../testing/connect-proxy.ts';
import { fakeNames } from '../../../testing/fake-names.ts';
import { makeHttpClient, requestTo } from '../../../testing/make-http-client.ts';
import { type ScriptedServer, sendJson, startScriptedServer } from '../../../testing/scripted-server.ts';
import { makeTestCertificate } from '../../../testing/test-certificate.ts';
import { trustCertificate } from '../../../testing/trust-certificate.ts';

const signal = new AbortController().signal;
let undo: (() => unknown)[] = [];
let service: ScriptedServer;
let proxy: ConnectProxy;
beforeEach(async () => {
  const tls = makeTestCertificate({ hosts: ['service.invalid'], forAddress: true });
  undo.push(trustCertificate(tls.cert));
  service = await startScriptedServer({ tls, script: (_, response) => sendJson(response, { ok: true }) });
  proxy = await startConnectProxy({ to: service.port });
  undo.push(
    () => service.close(),
    () => proxy.close(),
  );
});
afterEach(async () => {
  for (const step of undo.reverse()) await step();
  undo = [];
});

function clientWith(options: Parameters<typeof makeHttpClient>[0]) {
  const made = makeHttpClient(options);
  undo.push(made.close);
  return made;
}
// Only the proxy can resolve this name; without it the call is OFFLINE.
const remote = requestTo('https://service.invalid/x', { headers: { authorizationToken: 'Bearer CANARY' } });
const local = () => `http://127.0.0.1:${proxy.port}`;

describe('a proxy from the environment', () => {
  it.each(['HTTPS_PROXY', 'https_proxy'])(
    '%s carries https calls in a tunnel it cannot look into',
    async (name) => {
      undo.push(fakeNames([]));
      const { httpClient } = clientWith({ environment: { [name]: local() } });
      expect(await httpClient.json(remote, signal)).toEqual({ ok: true });
      expect(proxy.tunnels).toEqual([{ target: 'service.invalid:443', authorization: undefined }]);
      expect(service.seen[0]?.headers.authorizationtoken).toBe('Bearer CANARY');
    },
  );

  it('takes host:port, and a user name with odd characters', async () => {
    undo.push(fakeNames([]));
    const address = `us%40er:w%3Aord@127.0.0.1:${proxy.port}`;
    const { httpClient } = clientWith({ environment: { HTTPS_PROXY: address } });
    expect(await httpClient.json(remote, signal)).toEqual({ ok: true });
    expect(proxy.tunnels[0]?.authorization).toBe(`Basic ${Buffer.from('us@er:w:ord').toString('base64')}`);
  });

  it('is passed by for NO_PROXY, and for this machine always', async () => {
    undo.push(fakeNames(['service.invalid']));
    const direct = requestTo(service.origin('service.invalid'));
    const passed = clientWith({ environment: { HTTPS_PROXY: local(), NO_PROXY: 'a.example, .invalid' } });
    expect(await passed.httpClient.json(direct, signal)).toEqual({ ok: true });
    const loopback = clientWith({ environment: { HTTPS_PROXY: local(), HTTP_PROXY: local() } });
    expect(await loopback.httpClient.json(requestTo(service.origin()), signal)).toEqual({ ok: true });
    expect(proxy.tunnels).toEqual([]);
  });

  it("goes before the system's; without one the system's is asked", async () => {
    undo.push(fakeNames([]));
    const asked: string[] = [];
    const system = {
      async systemProxy(origin: string) {
        asked.push(origin);
        return local();
      },
    };
    expect(
      await clientWith({ ...system, environment: { HTTPS_PROXY: local() } }).httpClient.json(remote, signal),
    ).toEqual({
      ok: true,
    });
    expect(asked).toEqual([]);
    expect(await clientWith(system).httpClient.json(remote, signal)).toEqual({ ok: true });
    expect(asked).toEqual(['https://service.invalid']);
    expect(proxy.tunnels).toHaveLength(2);
  });
});

describe('a proxy that fails', () => {
  const expectProxy = async (environment: Record<string, string>, options = {}) => {
    const { httpClient, log } = clientWith({ environment, ...options });
    const call = { ...remote, method: 'POST' as const, body: {} };
    expect(await httpClient.exchange(call, signal)).toEqual({
      kind: 'failed',
      mayHaveArrived: false,
      error: expect.objectContaining({
        code: 'UNREACHABLE',
        data: { host: 'service.invalid', reason: 'proxy' },
      }),
    });
    expect(JSON.stringify(log)).not.toContain('word');
  };

  it('is named when it wants a password or cannot reach the service', async () => {
    for (const refuseWith of ['407 Proxy Authentication Required', '502 Bad Gateway', '403 Forbidden']) {
      const refusing = await startConnectProxy({ to: service.port, refuseWith });
      undo.push(() => refusing.close());
      await expectProxy({ HTTPS_PROXY: `http://user:word@127.0.0.1:${refusing.port}` });
    }
  });

  it('is named when nothing listens there, its name is unknown or its address is no address', async () => {
    undo.push(fakeNames([]));
    const address = local();
    await proxy.close();
    await expectProxy({ HTTPS_PROXY: address });
    await expectProxy({ HTTPS_PROXY: 'http://proxy.invalid:3128' });
    await expectProxy({ HTTPS_PROXY: 'socks5://127.0.0.1:1080' });
    await expectProxy({ HTTPS_PROXY: 'socks://127.0.0.1:1080' });
    await expectProxy({ HTTPS_PROXY: 'http://' });
  });

  it('does not hold a call or the closing when it says nothing, and nothing is sent afterwards', async () => {
    let open: () => void = () => undefined;
    const slow = await startConnectProxy({
      to: service.port,
      hold: new Promise((resolve) => {
        open = resolve;
      }),
    });
    undo.push(() => slow.close());
    const { httpClient, close } = clientWith({
      environment: { HTTPS_PROXY: `http://127.0.0.1:${slow.port}` },
      limits: { totalMs: 200 },
    });
    const call = { ...remote, method: 'POST' as const, body: {} };
    expect(await httpClient.exchange(call, signal)).toMatchObject({
      error: { code: 'UNREACHABLE', data: { reason: 'timeout' } },
      mayHaveArrived: false,
    });
    open();
    // The next call uses the same tunnel, so a late first request would arrive before it.
    expect(
      await httpClient.json({ ...remote, url: new URL('https://service.invalid/next') }, signal),
    ).toEqual({
      ok: true,
    });
    // On a busy machine the call may be retried.
    expect(new Set(service.seen.map((request) => request.path))).toEqual(new Set(['/next']));
    await close();
  });

  it('lets the application close while a proxy is still silent', async () => {
    const silent = await startConnectProxy({ to: service.port, hold: new Promise(() => undefined) });
    undo.push(() => silent.close());
    const { httpClient, close } = makeHttpClient({
      environment: { HTTPS_PROXY: `http://127.0.0.1:${silent.port}` },
    });
    const call = httpClient.exchange(remote, signal);
    await expect.poll(() => silent.tunnels.length).toBe(1);
    await close();
    expect(await call).toMatchObject({ kind: 'failed', error: { code: 'UNREACHABLE' } });
  });

  it("leaves the service's own faults to the service", async () => {
    undo.push(fakeNames([]));
    const untrusted = await startScriptedServer({ tls: makeTestCertificate({ hosts: ['service.invalid'] }) });
    const tunnel = await startConnectProxy({ to: untrusted.port });
    undo.push(
      () => untrusted.close(),
      () => tunnel.close(),
    );
    const { httpClient } = clientWith({ environment: { HTTPS_PROXY: `http://127.0.0.1:${tunnel.port}` } });
    expect(await httpClient.exchange(remote, signal)).toMatchObject({
      error: { code: 'TLS_FAILED' },
      mayHaveArrived: false,
    });
  });
});
