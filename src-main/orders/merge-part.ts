import { z } from 'zod';
import { withoutAddresses } from '../service/api/asset-wire.ts';
import { mergeParsed, mergeRaw, says } from '../service/api/merge-raw.ts';
import { type WireDeliverable, wireDeliverableSchema } from '../service/api/orders-wire.ts';
import type { Row } from '../service/api/service-client.ts';
import { redactScene } from '../service/redaction/redact-scene.ts';
import { storedRecord } from '../store/stored-json.ts';
import { comparableTime } from './wire-mapping.ts';

/** What is stored of a capture or a deliverable, as far as another answer about it depends on that. */
export const knownPartSchema = z.object({
  updatedAt: z.string().nullable(),
  state: z.string(),
  raw: z.string(),
});

const rawSchema = z.record(z.string(), z.unknown());
const storableRaw = (raw: Record<string, unknown>) => rawSchema.parse(redactScene(withoutAddresses(raw)));

/** Why something is as it is holds for that status only. */
const ofStatus = ['status_reason', 'reason'];

/**
 * Returns the capture or deliverable that results when an answer of the service is laid over its stored JSON text; without that
 * text, the answer alone. A field that is missing is not an empty one. The `raw` of the result carries no links.
 */
export function mergePart<T extends { status: string | null; reason: string | null }>(
  storedText: string | undefined,
  schema: z.ZodType<T>,
  { parsed, raw }: Row<T>,
): Row<T> {
  const answered = storableRaw(raw);
  const stored = storedText === undefined ? null : storedRecord(storedText);
  const before = stored === null ? null : schema.safeParse(stored);
  if (stored === null || !before?.success) return { parsed, raw: answered };
  const moved = parsed.status !== null && parsed.status !== before.data.status;
  return {
    parsed: mergeParsed(moved ? { ...before.data, reason: null } : before.data, parsed),
    raw: mergeRaw(stored, answered, { except: moved ? ofStatus : [] }),
  };
}

/** Returns the same for a deliverable: a quantity, its field and its unit are one; assets that are said to be none are none. */
export function mergeDeliverable(
  storedText: string | undefined,
  row: Row<WireDeliverable>,
): Row<WireDeliverable> {
  const { parsed, raw } = mergePart(storedText, wireDeliverableSchema, row);
  const { quantity, quantityField, quantityUnit } = row.parsed;
  const said = quantity === null || quantity === undefined ? {} : { quantity, quantityField, quantityUnit };
  // The addresses were taken out of what is stored, the names were not.
  const assets = says(row.raw, 'assets') ? row.parsed.assets : parsed.assets;
  return { parsed: { ...parsed, ...said, assets }, raw };
}

/**
 * Returns whether an answer is older than what is stored. A page read before may arrive after; what was delivered once stays
 * delivered unless a newer answer says otherwise.
 */
export function isStale(
  known: z.infer<typeof knownPartSchema> | undefined,
  answer: { updatedAt: string | null; state: string },
): boolean {
  if (!known) return false;
  const before = comparableTime(known.updatedAt);
  const after = comparableTime(answer.updatedAt);
  if (before !== null && after !== null && before !== after) return after < before;
  return known.state === 'done' && (answer.state === 'waiting' || answer.state === 'processing');
}
