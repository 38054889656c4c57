import { refusalOf } from '../src-main/service/http/refusal.ts';
import { createRedactor } from '../src-main/service/redaction/redact.ts';

/** The error of an answer with status 403. */
export const forbiddenAnswer = refusalOf({
  status: 403,
  text: '{"detail":"not yours"}',
  host: 'service.example',
  what: 'row',
  retryAfter: null,
  redactor: createRedactor(),
});
