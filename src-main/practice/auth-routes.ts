import { z } from 'zod';
import { json, type Reply, type Route } from './http-toolkit.ts';
import { fieldErrors } from './task-input.ts';
import type { Tokens } from './tokens.ts';

const text = z.string('This field is required.');
const bodySchema = z.looseObject({
  client_id: text,
  client_secret: text,
  audience: text,
  grant_type: z.literal('client_credentials', 'The grant type must be client_credentials.'),
});

/** Returns the calls that issue tokens (service §4.1). The issuer and the legacy issuer accept different credentials. */
export function authRoutes({
  tokens,
  taskingAudience,
}: {
  tokens: Tokens;
  taskingAudience: string;
}): Route[] {
  const issue = (kind: 'oauth' | 'legacy', value: unknown): Reply => {
    const body = bodySchema.safeParse(value);
    if (!body.success) {
      return json(400, fieldErrors(body.error));
    }
    const credentials = tokens.credentials.find((each) => each.kind === kind);
    if (
      credentials?.clientId !== body.data.client_id ||
      credentials.clientSecret !== body.data.client_secret
    ) {
      return json(401, { error: 'access_denied', error_description: 'Unauthorized' });
    }
    const accounts = body.data.audience === 'api' && kind === 'oauth';
    if (!accounts && body.data.audience !== taskingAudience) {
      return json(403, {
        error: 'access_denied',
        error_description: `Service not found: ${body.data.audience}`,
      });
    }
    const { token, expiresIn } = tokens.issue(kind, accounts ? 'accounts' : 'tasking');
    return json(200, {
      access_token: token,
      scope: accounts ? 'accounts:principals:profile accounts:contracts:read' : 'api:tasking api:delivery',
      expires_in: expiresIn,
      token_type: 'Bearer',
    });
  };
  return [
    { method: 'POST', path: /^\/auth\/oauth\/token$/, handle: (request) => issue('oauth', request.json) },
    {
      method: 'POST',
      path: /^\/legacy-auth\/oauth\/token$/,
      handle: (request) => issue('legacy', request.json),
    },
  ];
}
