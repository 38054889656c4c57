import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { seededRandom } from '../seeded-random.ts';
import { type AnswerPlan, answerPlanSchema } from './answers-plan.ts';
import { goodRow, rubbish, rubbishRow } from './answers-rows.ts';

// A service of its own process, so that what its answers cost to make is not taken for what they cost to read.

let plan: AnswerPlan | null = null;

function textOf(of: AnswerPlan): string {
  const random = seededRandom(of.seed);
  const bad = new Set(of.bad);
  const rows = Array.from({ length: of.rows }, (_, row) =>
    bad.has(row) ? rubbishRow(of.call, random) : goodRow(of, row, random),
  );
  if (of.form === 'rubbish') return rubbish(random);
  const [first = rubbish(random)] = rows;
  if (['token', 'task', 'order', 'submitted task', 'submitted order', 'cancelled task'].includes(of.call))
    return first;
  const list = `[${rows.join(',')}]`;
  if (of.form === 'bare') return list;
  if (of.form === 'collection') return `{"type":"FeatureCollection","next":null,"features":${list}}`;
  if (of.form === 'nested collection')
    return `{"count":${of.rows},"next":null,"results":{"type":"FeatureCollection","features":${list}}}`;
  const odd = of.form === 'odd page';
  const count = odd ? rubbish(random) : String(of.rows);
  const next = odd ? rubbish(random) : 'null';
  return `{"count":${count},"next":${next},"previous":null,"results":${list}}`;
}

function bytesOf(of: AnswerPlan): Buffer {
  const text = textOf(of);
  if (of.encoding === 'bom') return Buffer.from(`\uFEFF${text}`);
  if (of.encoding === 'utf-16') return Buffer.from(text, 'utf16le');
  if (of.encoding === 'broken utf-8')
    return Buffer.from(
      text.replaceAll('"', () => '"\u00ff'),
      'latin1',
    );
  if (of.encoding === 'gzip') return gzipSync(text);
  if (of.encoding === 'cut') return Buffer.from(text.slice(0, Math.floor(text.length / 2)));
  if (of.encoding === 'html')
    return Buffer.from(`<html>${' '.repeat(70_000)}\\\t${'eyJ-'.repeat(2_000)}</html>`);
  return Buffer.from(text);
}

const endless = {
  'endless blanks': ' \t\n',
  'endless brackets': '[',
  'endless rows': '{"task_id":1},',
} as const;

function pour(response: ServerResponse, text: string) {
  const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

function send(response: ServerResponse, of: AnswerPlan) {
  const type = of.encoding === 'other type' || of.encoding === 'html' ? 'text/html' : 'application/json';
  const headers: Record<string, string> = { 'content-type': type };
  if (of.encoding === 'gzip') headers['content-encoding'] = 'gzip';
  if (of.status === 429 || of.status === 503)
    headers['retry-after'] = ['0', '-5', 'soon', '1e99'][of.seed % 4] ?? '';
  if (of.status > 300 && of.status < 400)
    headers.location =
      ['/elsewhere', '//', 'http://[', 'https://other.invalid/x', 'javascript:1'][of.seed % 5] ?? '';
  response.writeHead(of.status, headers);
  if (of.status === 204) return void response.end();
  if (
    of.delivery === 'endless blanks' ||
    of.delivery === 'endless brackets' ||
    of.delivery === 'endless rows'
  )
    return pour(response, endless[of.delivery]);
  const bytes = bytesOf(of);
  if (of.delivery === 'stalls') return void response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
  if (of.delivery === 'reset') {
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
    return;
  }
  if (of.delivery === 'at once') return void response.end(bytes);
  const step = Math.max(1, Math.ceil(bytes.length / 9));
  let at = 0;
  const next = () => {
    if (response.destroyed) return;
    response.write(bytes.subarray(at, at + step));
    at += step;
    if (at < bytes.length) setImmediate(next);
    else response.end();
  };
  next();
}

const server = createServer((request, response) => {
  request.resume();
  response.on('error', () => undefined);
  const isToken = request.url?.endsWith('/oauth/token') ?? false;
  if (plan === null || (isToken && plan.call !== 'token')) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"access_token":"t","expires_in":3600,"token_type":"Bearer"}');
    return;
  }
  // Where the orders lie is found out by looking before one is sent.
  if (plan.call === 'submitted order' && request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[]}');
    return;
  }
  send(response, plan);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: address !== null && typeof address === 'object' ? address.port : 0 });
});
process.on('message', (raw) => {
  plan = answerPlanSchema.parse(raw);
  process.send?.({ seed: plan.seed });
});
process.on('disconnect', () => process.exit(0));
