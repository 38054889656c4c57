import { describe, expect, it } from 'vitest';
import { connectionAddressesSchema } from '../../../src-preload/contract/connections.ts';
import { readAnnouncement } from './announcement.ts';

const line = {
  auth_url: 'https://auth.example.com',
  legacy_auth_url: 'https://legacy.example.com',
  accounts_url: 'https://accounts.example.com',
  base_url: 'https://api.example.com',
  catalog_url: 'https://catalog.example.com',
  orders_url: 'https://orders.example.com',
  catalog_path: 'catalog',
  contract_header: 'X-Service-Contract-Id',
  tasking_audience: 'https://api.example.com/',
  credentials: [{ kind: 'oauth', client_id: 'id', client_secret: 'secret' }],
};

describe('an announcement', () => {
  it('gives the addresses of a connection', () => {
    const found = readAnnouncement(JSON.stringify(line));
    expect(connectionAddressesSchema.parse(found)).toEqual({
      authUrl: 'https://auth.example.com',
      legacyAuthUrl: 'https://legacy.example.com',
      accountsUrl: 'https://accounts.example.com',
      baseUrl: 'https://api.example.com',
      catalogUrl: 'https://catalog.example.com',
      ordersUrl: 'https://orders.example.com',
      ordersPrefix: '/v2',
      catalogPath: 'catalog',
      contractHeader: 'X-Service-Contract-Id',
      taskingAudience: 'https://api.example.com/',
    });
  });

  it('never carries a secret into the form', () => {
    expect(JSON.stringify(readAnnouncement(JSON.stringify(line)))).not.toContain('secret');
  });

  it('may omit optional addresses, and contain unknown members', () => {
    const { legacy_auth_url, accounts_url, orders_url, credentials, ...least } = line;
    expect(readAnnouncement(` ${JSON.stringify({ ...least, region: 'north' })}\n`)).toMatchObject({
      legacyAuthUrl: null,
      accountsUrl: null,
      ordersUrl: null,
    });
    expect(readAnnouncement(JSON.stringify({ ...least, orders_url: null }))).not.toBeNull();
  });

  it.each([
    '',
    'text',
    '[]',
    'null',
    '42',
    '{}',
    '{"auth_url":1}',
    JSON.stringify({ ...line, base_url: 5 }),
    '{',
  ])('is invalid: %s', (text) => {
    expect(readAnnouncement(text)).toBeNull();
  });
});
