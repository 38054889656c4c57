import { describe, expect, it } from 'vitest';
import { type Access, judgeAccess, type RequestContext } from './access-rules.ts';

/* Each case differs in one point from an admitted request; `access-matrix.test.ts` combines them, over a real socket. */

const own = { host: '127.0.0.1:4711', origin: 'http://127.0.0.1:4711' };
const page: RequestContext = {
  method: 'GET',
  pathname: '/',
  upgrade: false,
  host: own.host,
  origin: null,
  fetchSite: 'same-origin',
  wholeWindow: false,
  contentType: null,
  launchAwaited: true,
  hasSession: false,
  hasFileKey: false,
};
const file: RequestContext = { ...page, pathname: '/files/raster/1', hasSession: true, hasFileKey: true };
const socket: RequestContext = {
  ...page,
  pathname: '/rpc',
  upgrade: true,
  origin: own.origin,
  hasSession: true,
};
const launch: RequestContext = { ...page, fetchSite: 'cross-site', wholeWindow: true };
const session: RequestContext = {
  ...page,
  pathname: '/session',
  method: 'POST',
  origin: own.origin,
  contentType: 'application/json',
};

type Row = [deviation: Partial<RequestContext>, access: Access];
const judged = (context: RequestContext) => (deviation: Partial<RequestContext>) =>
  judgeAccess({ ...context, ...deviation }, own);

const elsewhere: Row[] = [
  [{ host: null }, 403],
  [{ host: 'localhost:4711' }, 403],
  [{ host: '127.0.0.1' }, 403],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
];

describe('the page', () => {
  it.each<Row>([
    ...elsewhere,
    [{}, 'allow'],
    [{ method: 'HEAD' }, 'allow'],
    [{ origin: own.origin }, 'allow'],
    [{ fetchSite: null }, 'allow'],
    [{ fetchSite: 'none' }, 'allow'],
    [{ fetchSite: 'same-site' }, 403],
    [{ fetchSite: 'cross-site' }, 403],
    [{ method: 'POST' }, 405],
    [{ method: 'OPTIONS' }, 405],
    [{ pathname: '/assets/a.js' }, 'allow'],
    [{ pathname: '/rpc' }, 400],
  ])('%j: %s', (deviation, access) => expect(judged(page)(deviation)).toBe(access));
});

describe('the window that is opened', () => {
  it.each<Row>([
    ...elsewhere,
    [{}, 'launch-page'],
    [{ fetchSite: 'same-site' }, 'launch-page'],
    [{ launchAwaited: false }, 403],
    [{ wholeWindow: false }, 403],
    [{ origin: own.origin }, 403],
    [{ pathname: '/assets/a.js' }, 403],
    [{ method: 'HEAD' }, 403],
  ])('%j: %s', (deviation, access) => expect(judged(launch)(deviation)).toBe(access));
});

describe('a file', () => {
  it.each<Row>([
    ...elsewhere,
    [{}, 'allow'],
    [{ method: 'HEAD' }, 'allow'],
    [{ fetchSite: null }, 'allow'],
    [{ fetchSite: 'none' }, 403],
    [{ fetchSite: 'same-site' }, 403],
    [{ hasSession: false }, 401],
    [{ hasFileKey: false }, 401],
    [{ hasSession: false, hasFileKey: false }, 401],
    [{ method: 'POST' }, 405],
  ])('%j: %s', (deviation, access) => expect(judged(file)(deviation)).toBe(access));
});

describe('the socket', () => {
  it.each<Row>([
    ...elsewhere,
    [{}, 'allow'],
    [{ fetchSite: null }, 'allow'],
    [{ fetchSite: 'none' }, 403],
    [{ fetchSite: 'same-site' }, 403],
    [{ origin: null }, 403],
    [{ hasSession: false }, 401],
    [{ pathname: '/' }, 404],
    [{ pathname: '/session' }, 404],
    [{ pathname: '/files/raster/1', hasFileKey: true }, 404],
  ])('%j: %s', (deviation, access) => expect(judged(socket)(deviation)).toBe(access));
});

describe('handing in the launch token', () => {
  it.each<Row>([
    ...elsewhere,
    [{}, 'allow'],
    [{ contentType: 'application/json; charset=utf-8' }, 'allow'],
    [{ contentType: 'APPLICATION/JSON' }, 'allow'],
    [{ contentType: 'application/jsonx' }, 415],
    [{ contentType: 'text/plain; application/json' }, 415],
    [{ contentType: null }, 415],
    [{ origin: null }, 403],
    [{ fetchSite: null }, 'allow'],
    [{ fetchSite: 'none' }, 403],
    [{ fetchSite: 'same-site' }, 403],
    [{ method: 'GET' }, 405],
    [{ method: 'PUT' }, 405],
    [{ hasSession: true }, 'allow'],
  ])('%j: %s', (deviation, access) => expect(judged(session)(deviation)).toBe(access));
});
