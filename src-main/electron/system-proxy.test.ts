import { expect, it } from 'vitest';
import { readProxyRule } from './system-proxy.ts';

it.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
  ['PROXY proxy.example:3128; DIRECT', 'http://proxy.example:3128'],
  ['HTTPS proxy.example:443', 'https://proxy.example:443'],
  ['SOCKS5 socks.example:1080; PROXY proxy.example:3128', 'http://proxy.example:3128'],
  ['SOCKS socks.example:1080', 'socks://socks.example:1080'],
  ['SOCKS5 socks.example:1080; SOCKS4 other.example:1080', 'socks://socks.example:1080'],
  ['SOCKS5 socks.example:1080; DIRECT', null],
  ['DIRECT; PROXY proxy.example:3128', null],
  ['PROXY [::1]:3128', 'http://[::1]:3128'],
  ['PROXY', null],
])('reads %j as %j', (rule, address) => {
  expect(readProxyRule(rule)).toBe(address);
});
