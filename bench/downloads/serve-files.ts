import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const mebi = 1_024 * 1_024;
/** Some 37 MiB in 800 files, as thumbnails, previews, footprints and metadata are. */
export const smallNames = Array.from(
  { length: 800 },
  (_, index) => `s/${String(index).padStart(3, '0')}.bin`,
);

/** The same bytes on every machine; they don't compress. */
function makeNoise(seed: number) {
  let state = seed;
  return (length: number) => {
    const words = new Uint32Array(Math.ceil(length / 4));
    for (let at = 0; at < words.length; at += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      words[at] = state;
    }
    return Buffer.from(words.buffer, 0, length);
  };
}

async function writeNoise(path: string, bytes: number): Promise<void> {
  const noise = makeNoise(bytes + 1);
  const out = createWriteStream(path);
  for (let at = 0; at < bytes; at += 4 * mebi)
    if (!out.write(noise(Math.min(4 * mebi, bytes - at))))
      await new Promise<void>((resolve) => out.once('drain', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    out.once('error', reject);
    out.end(resolve);
  });
}

/** What is served: `big-<MiB>` of these sizes, the small ones, and one that nobody measures. */
export async function makeFiles(folder: string, bigMebibytes: readonly number[]): Promise<void> {
  mkdirSync(join(folder, 's'), { recursive: true });
  for (const size of bigMebibytes) await writeNoise(join(folder, `big-${size}`), size * mebi);
  await writeNoise(join(folder, 'warm'), 16 * mebi);
  const noise = makeNoise(7);
  for (const [index, name] of smallNames.entries())
    writeFileSync(join(folder, name), noise(2_000 + ((index * 7_919) % 93_000)));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (open) return;
    if (tries > 100) throw new Error('nginx does not listen');
    await wait(50);
  }
}

/** Throws the names of what is missing, and how it comes here. */
export function checkTools(commands: readonly string[]): void {
  const missing = commands.filter((command) => {
    const [name = '', flag = '--version'] = command.split(' ');
    return spawnSync(name, [flag], { stdio: 'ignore', env: toolEnvironment }).error !== undefined;
  });
  if (missing.length === 0) return;
  const names = missing.map((command) => command.split(' ')[0]).join(' ');
  const packages = names.replace('aria2c', 'aria2');
  throw new Error(`not installed: ${names}. On Debian and Ubuntu: apt-get install ${packages}`);
}

/** Where nginx lies is not on everybody's path. */
const toolEnvironment = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin` };

export interface Nginx {
  /** Over https. */
  origin: string;
  port: number;
  /** Who trusts this trusts the server. */
  certificate: string;
  stop(): Promise<void>;
}

/** A certificate for this run alone, made by openssl. */
function makeCertificate(home: string): { certificate: string; key: string } {
  const [certificate, key] = [join(home, 'certificate.pem'), join(home, 'key.pem')];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  const names = ['-subj', '/CN=Nadir bench', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...made, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { certificate, key };
}

/**
 * nginx over https with a configuration of its own: `/…` as fast as it goes, `/slow/…` at 20 MB/s per connection, `/drip/…` at 3.
 */
export async function startNginx(home: string, folder: string): Promise<Nginx> {
  checkTools(['nginx -v', 'openssl version']);
  const port = await freePort();
  const config = join(home, 'nginx.conf');
  const { certificate, key } = makeCertificate(home);
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(home, `nginx-${name}`)};`)
    .join('\n  ');
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; worker_processes 2; pid ${join(home, 'nginx.pid')}; error_log ${join(home, 'nginx.err')};
events { worker_connections 512; }
http {
  ${own}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    root ${folder};
    location /drip/ { alias ${folder}/; limit_rate 3000000; }
    location /slow/ { alias ${folder}/; limit_rate 20000000; }
  }
}
`,
  );
  const child = spawn('nginx', ['-c', config, '-e', join(home, 'nginx.err')], {
    stdio: 'ignore',
    env: toolEnvironment,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.on('error', () => undefined);
  await untilListening(port);
  return {
    origin: `https://127.0.0.1:${port}`,
    port,
    certificate,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface CountingProxy {
  origin: string;
  /** Forwarded to clients since the last `reset`. */
  bytes(): number;
  /** The connection of this number is silent for a while after so many bytes; counts from 1 again. */
  reset(stall: { connection: number; afterBytes: number; ms: number } | null): void;
  close(): Promise<void>;
}

/** Stands between to count, and to let one connection stall; what passes is sealed by TLS, whose own bytes count too. */
export async function startProxy(port: number): Promise<CountingProxy> {
  let stall: { connection: number; afterBytes: number; ms: number } | null = null;
  let bytes = 0;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    connections += 1;
    const mine = connections;
    let passed = 0;
    let stalled = false;
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (piece) => upstream.write(piece));
    client.on('drain', () => {
      if (!stalled) upstream.resume();
    });
    upstream.on('data', (piece) => {
      bytes += piece.length;
      passed += piece.length;
      if (!client.write(piece)) upstream.pause();
      if (stall === null || mine !== stall.connection || passed < stall.afterBytes || stalled) return;
      stalled = true;
      upstream.pause();
      setTimeout(() => {
        stalled = false;
        passed = Number.NEGATIVE_INFINITY;
        upstream.resume();
      }, stall.ms).unref();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `https://127.0.0.1:${address.port}`,
    bytes: () => bytes,
    reset(next) {
      for (const socket of sockets) socket.destroy();
      stall = next;
      bytes = 0;
      connections = 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
