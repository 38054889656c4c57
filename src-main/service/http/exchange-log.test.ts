import { expect, it } from 'vitest';
import { createRedactor } from '../redaction/redact.ts';
import { createExchangeLog, type LogEntry } from './exchange-log.ts';

function setUp() {
  const redactor = createRedactor();
  const entries: LogEntry[] = [];
  const log = createExchangeLog({ redactor, log: (entry) => entries.push(entry), now: () => 1_000 });
  return { redactor, entries, log };
}

it('of where an answer leads only the place is kept: its path may hold any secret in any shape', () => {
  const { entries, log } = setUp();
  const url = new URL('https://a.invalid/v2/x');
  for (const name of ['location', 'Location', 'content-location'])
    log
      .begin({ method: 'GET', url }, 1)
      .end(
        { url, sent: {}, ledTo: [] },
        { status: 302, headers: { [name]: 'https://b.invalid/Zk83/half-CANARY?x=CANARY' } },
      );
  expect(entries.map(({ receivedHeaders }) => Object.values(receivedHeaders ?? {}))).toEqual([
    ['https://b.invalid/…'],
    ['https://b.invalid/…'],
    ['https://b.invalid/…'],
  ]);
});

it('a name that is nobody else’s business is masked in what is sent and what is received', () => {
  const { redactor, entries, log } = setUp();
  redactor.rememberName('client-of-the-test');
  const url = new URL('https://a.invalid/oauth/token');
  log
    .begin({ method: 'POST', url, body: { name: 'client-of-the-test' } }, 1)
    .end({ url, sent: {}, ledTo: [] }, { status: 401, headers: {}, text: 'unknown: client-of-the-test' });
  expect(entries[0]?.sentBody).toBe('{"name":"***"}');
  expect(entries[0]?.receivedBody).toBe('unknown: ***');
});

it.each([
  ['authorization', 'Bearer CANARY', 'Bearer ***'],
  ['AuthorizationToken', 'CANARY', '***'],
  ['proxy-authorization', 'Basic CANARY', 'Basic ***'],
  ['cookie', 'a=CANARY', '***'],
  ['set-cookie', 'a=CANARY; Path=/', '***'],
  ['x-api-key', 'CANARY', '***'],
  ['x-amz-security-token', 'CANARY', '***'],
  ['x-client-secret', 'CANARY', '***'],
  ['x-signature', 'CANARY', '***'],
  ['x-credential', 'CANARY', '***'],
  ['x-plain', 'what it says', 'what it says'],
])('of the header %s is kept %s → %s', (name, value, kept) => {
  const { entries, log } = setUp();
  const url = new URL('https://a.invalid/x');
  log
    .begin({ method: 'GET', url }, 1)
    .end({ url, sent: { [name]: value }, ledTo: [] }, { status: 200, headers: { [name]: value } });
  expect(entries[0]?.sentHeaders).toEqual({ [name]: kept });
  expect(entries[0]?.receivedHeaders).toEqual({ [name]: kept });
});

it('of an address whose shape nobody knows every long part is a secret, but not the name of a file', () => {
  const { entries, log } = setUp();
  const url = new URL('https://a.invalid/CANARY-of-the-link/orthophoto-of-harbour.tif?k=CANARY-in-the-query');
  const text = 'no CANARY-of-the-link, no CANARY-in-the-query, but orthophoto-of-harbour.tif';
  log
    .begin({ method: 'GET', url, opaque: true }, 1)
    .end({ url, sent: {}, ledTo: [] }, { status: 404, headers: {}, text });
  expect(entries[0]?.address).toBe('https://a.invalid/…');
  expect(entries[0]?.receivedBody).toBe('no ***, no ***, but orthophoto-of-harbour.tif');
});

it('of an answer the body is kept where it failed, or is no JSON, and no more than 64 KiB of it', () => {
  const { entries, log } = setUp();
  const url = new URL('https://a.invalid/x');
  const long = 'words, '.repeat(20_000);
  const answers: [number, string, string | null][] = [
    [199, '{"a":1}', '{"a":1}'],
    [200, '{"a":1}', null],
    [299, ' [1]', null],
    [200, ' <html>', ' <html>'],
    [300, '{"a":1}', '{"a":1}'],
    [404, '', null],
    [500, long, long.slice(0, 64 * 1_024)],
  ];
  for (const [status, text] of answers)
    log.begin({ method: 'GET', url }, 1).end({ url, sent: {}, ledTo: [] }, { status, headers: {}, text });
  expect(entries.map(({ receivedBody }) => receivedBody)).toEqual(answers.map(([, , kept]) => kept));
});

it('a secret that stands where a body is cut is masked before', () => {
  const { redactor, entries, log } = setUp();
  redactor.remember('CANARY-of-the-client-secret');
  const url = new URL('https://a.invalid/x');
  const text = `${'-'.repeat(64 * 1_024 - 6)}CANARY-of-the-client-secret`;
  log.begin({ method: 'GET', url }, 1).end({ url, sent: {}, ledTo: [] }, { status: 500, headers: {}, text });
  expect(entries[0]?.receivedBody).not.toContain('CANARY');
});

it('a token that a redirect added is masked in what follows', () => {
  const { entries, log } = setUp();
  const url = new URL('https://a.invalid/x');
  const there = new URL('https://b.invalid/x?token=CANARY-of-the-link');
  log
    .begin({ method: 'GET', url }, 1)
    .end(
      { url: there, sent: {}, ledTo: ['https://b.invalid/…'] },
      { status: 500, headers: {}, text: 'no CANARY-of-the-link' },
    );
  expect(entries[0]).toMatchObject({ receivedBody: 'no ***', ledTo: ['https://b.invalid/…'] });
});

it('a request says what it is for, when it began and how long it took', () => {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const entries: LogEntry[] = [];
  const ended: LogEntry[] = [];
  const log = createExchangeLog({
    redactor: createRedactor(),
    log: (entry) => entries.push(entry),
    ended: (entry) => ended.push(entry),
    now: () => now,
  });
  const url = new URL('https://a.invalid/x');
  const call = log.begin({ method: 'POST', url, what: 'task 12' }, 2);
  now += 1_500;
  call.end({ url, sent: {}, ledTo: [] }, { error: 'UNREACHABLE' });
  const entry = {
    method: 'POST',
    what: 'task 12',
    attempt: 2,
    at: '2026-03-01T12:00:00.000Z',
    durationMs: 1_500,
    status: null,
    sizeBytes: null,
    error: 'UNREACHABLE',
    underWay: false,
    address: url.href,
    sentBody: null,
    receivedHeaders: null,
    receivedBody: null,
    sentHeaders: {},
    ledTo: [],
  };
  expect(entries).toEqual([entry]);
  expect(ended).toEqual([entry]);
  // A duration is never negative, even if the clock was set back.
  const other = log.begin({ method: 'GET', url }, 1);
  now -= 60_000;
  other.end({ url, sent: {}, ledTo: [] }, { status: 200, headers: {} });
  expect(entries[1]).toMatchObject({ durationMs: 0, what: '' });
});

it('a request is under way from its head to its end', () => {
  const { entries, log } = setUp();
  const url = new URL('https://a.invalid/x');
  const call = log.begin({ method: 'GET', url }, 1);
  call.head({ url, sent: {}, ledTo: [] }, { status: 200, headers: {} });
  expect(entries.map(({ underWay }) => underWay)).toEqual([true]);
  call.end({ url, sent: {}, ledTo: [] }, { sizeBytes: 5 });
  expect(entries).toMatchObject([{ underWay: false, status: 200, sizeBytes: 5 }]);
});
