import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { LaunchSession, PageKeys } from './launch-session.ts';

const maxSessionBody = 4_096;
const sessionSchema = z.union([
  z.object({ token: z.string().max(200), visit: z.string().min(20).max(200).optional() }),
  z.object({ key: z.string().max(200) }),
  z.object({ prove: z.string().min(20).max(200) }),
]);

async function readSmallBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxSessionBody) return undefined;
    chunks.push(Buffer.from(chunk));
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Answers with the proof that a page asks for; or with the keys and the cookie, for the launch token or for the key of a page that was admitted before. */
export async function answerSession(
  session: LaunchSession,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = sessionSchema.safeParse(await readSmallBody(request)).data;
  response.setHeader('cache-control', 'no-store');
  if (body !== undefined && 'prove' in body) {
    const proof = session.prove(body.prove);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ proof }));
    return;
  }
  let keys: PageKeys | null = null;
  if (body !== undefined)
    keys = 'token' in body ? session.exchange(body.token, body.visit) : session.renew(body.key);
  if (keys === null) response.writeHead(401).end();
  else
    response
      .setHeader('set-cookie', session.setCookie)
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(keys));
}
