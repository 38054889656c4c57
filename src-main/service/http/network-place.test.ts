import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHttpClient, requestTo } from '../../../testing/make-http-client.ts';
import { type ScriptedServer, startScriptedServer } from '../../../testing/scripted-server.ts';
import { lookupWithin, placeOfAddress, placeOfHost, type Reach, reachOf } from './network-place.ts';

describe('an address', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['2600::1', 'public'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.1', 'public'],
    ['::ffff:10.0.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd00::1', 'private'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['169.254.169.254', 'never'],
    ['fe80::1%eth0', 'never'],
    ['224.0.0.1', 'never'],
    ['2002:7f00:1::', 'never'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['64:ff9b::808:808', 'public'],
    ['2001:0:4136:e378::1', 'never'],
    ['::127.0.0.1', 'never'],
    ['::8.8.8.8', 'never'],
    ['64:ff9b:1::7f00:1', 'never'],
    ['100.100.100.200', 'never'],
    ['::ffff:100.100.100.200', 'never'],
    ['64:ff9b::6464:64c8', 'never'],
    ['192.0.0.192', 'never'],
    ['168.63.129.16', 'never'],
    ['fd00:ec2::254', 'never'],
    ['fd00:0ec2:0:0:0:0:0:254', 'never'],
    ['fd20:ce::254', 'never'],
    ['nonsense', 'never'],
  ])('%s is %s', (address, place) => {
    expect(placeOfAddress(address)).toBe(place);
  });

  it.each([
    ['localhost', 'loopback'],
    ['[::1]', 'loopback'],
    ['[fd00::1]', 'private'],
    ['192.168.1.1', 'private'],
    ['[::127.0.0.1]', 'never'],
    ['[::7f00:1]', 'never'],
    ['storage.example', null],
  ])('of the host %s: %s', (host, place) => {
    expect(placeOfHost(host)).toBe(place);
  });
});

describe('the reach of a connection', () => {
  const names: Record<string, string[]> = {
    'api.example': ['93.184.216.34'],
    'inside.example': ['10.0.0.5'],
    'both.example': ['93.184.216.34', '10.0.0.5'],
  };
  const resolve = async (name: string) => {
    const found = names[name];
    if (!found) throw new Error('ENOTFOUND');
    return found;
  };
  it.each([
    [['api.example'], 'public'],
    [['unknown.example'], 'public'],
    [['api.example', 'inside.example'], 'private'],
    [['both.example'], 'private'],
    [['127.0.0.1'], 'loopback'],
    [['169.254.169.254'], 'public'],
  ] as const)('at %j is %s', async (hosts, reach) => {
    expect(await reachOf(hosts, resolve)).toBe(reach);
  });
});

describe('a name that is connected to', () => {
  let server: ScriptedServer;
  let answers: string[][];
  let made: ReturnType<typeof makeHttpClient>;
  beforeEach(async () => {
    server = await startScriptedServer({ script: (_, response) => response.end('caught') });
    answers = [];
    made = makeHttpClient({ resolve: async () => answers.shift() ?? [] });
  });
  afterEach(async () => {
    await made.close();
    await server.close();
  });
  // Only https may use a name: the error of the handshake shows that a connection was opened.
  const ask = async (reach: Reach) => {
    const url = new URL(server.origin('storage.example').replace('http:', 'https:'));
    const call = { ...requestTo(url.href), reachFor: async () => reach };
    return made.httpClient.stream(call, new AbortController().signal).then(
      ({ body }) => text(body),
      (error: unknown) => error,
    );
  };

  it.each([
    ['loopback', ['127.0.0.1'], 'public'],
    ['loopback, behind a private network', ['127.0.0.1'], 'private'],
    ['one of several addresses inside', ['93.184.216.34', '10.0.0.1'], 'public'],
    ['the metadata of a cloud machine', ['169.254.169.254'], 'private'],
  ] as const)('and resolves to %s is refused', async (_, found, reach) => {
    answers = [[...found]];
    expect(await ask(reach)).toMatchObject({
      code: 'ADDRESS_REFUSED',
      data: { reason: 'private', address: 'https://storage.example/…' },
    });
    expect(server.seen).toEqual([]);
  });

  it('is judged by the answer that is connected to, not by one before (DNS rebinding)', async () => {
    answers = [['127.0.0.1'], ['127.0.0.1']];
    expect(await ask('loopback')).not.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(await ask('public')).toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(answers, 'each was asked of the resolver when it was connected to').toEqual([]);
  });
});

describe('the lookup of a socket', () => {
  type Lookup = ReturnType<typeof lookupWithin>;
  const ask = (resolve: () => Promise<string[]>, options: Parameters<Lookup>[1] = {}) =>
    new Promise((fulfil) => {
      lookupWithin('public', resolve)('storage.example', options, (...answer) => fulfil(answer));
    });
  const both = async () => ['93.184.216.34', '2600::1'];

  it('answers with one address, or all, of the family that is asked for', async () => {
    const [four, six] = [
      { address: '93.184.216.34', family: 4 },
      { address: '2600::1', family: 6 },
    ];
    expect(await ask(both)).toEqual([null, four.address, 4]);
    expect(await ask(both, { family: 6 })).toEqual([null, six.address, 6]);
    expect(await ask(both, { all: true })).toEqual([null, [four, six]]);
    expect(await ask(both, { all: true, family: 4 })).toEqual([null, [four]]);
  });

  it('says that there is none, and keeps the code of a failure: offline must not read as unreachable', async () => {
    expect(await ask(async () => ['2600::1'], { family: 4 })).toMatchObject([{ code: 'ENOTFOUND' }, '', 0]);
    const failure = Object.assign(new Error('it failed'), { code: 'EAI_AGAIN' });
    expect(await ask(() => Promise.reject(failure))).toEqual([failure, '', 0]);
  });
});
