import { z } from 'zod';
import { withoutAddresses } from '../../service/api/asset-wire.ts';
import { hasField, mergeParsed, mergeRaw } from '../../service/api/merge-raw.ts';
import { type WireDeliverable, wireDeliverableSchema } from '../../service/api/orders-wire.ts';
import type { Row } from '../../service/api/service-client.ts';
import { redactScene } from '../../service/redaction/redact-scene.ts';
import { storedRecord } from '../../store/stored-json.ts';
import { comparableTime } from './wire-mapping.ts';

/** The stored fields of a capture or a deliverable that decide how another answer is merged. */
export const storedPartSchema = z.object({
  updatedAt: z.string().nullable(),
  state: z.string(),
  raw: z.string(),
});

const rawSchema = z.record(z.string(), z.unknown());
const storableRaw = (raw: Record<string, unknown>) => rawSchema.parse(redactScene(withoutAddresses(raw)));

/** The fields that belong to one status and are not kept for another one. */
const statusFields = ['status_reason', 'reason'];

/**
 * Returns the answer of the service merged into the stored JSON text of the same capture or deliverable; without that text, the answer
 * alone. A missing field keeps its value. The `raw` of the result contains no links.
 */
export function mergePart<T extends { status: string | null; reason: string | null }>(
  storedText: string | undefined,
  schema: z.ZodType<T>,
  { parsed, raw }: Row<T>,
): Row<T> {
  const answeredRaw = storableRaw(raw);
  const stored = storedText === undefined ? null : storedRecord(storedText);
  const before = stored === null ? null : schema.safeParse(stored);
  if (stored === null || !before?.success) return { parsed, raw: answeredRaw };
  const isNewStatus = parsed.status !== null && parsed.status !== before.data.status;
  return {
    parsed: mergeParsed(isNewStatus ? { ...before.data, reason: null } : before.data, parsed),
    raw: mergeRaw(stored, answeredRaw, { except: isNewStatus ? statusFields : [] }),
  };
}

/**
 * Does the same for a deliverable: a quantity, its field and its unit are replaced together, and an explicitly empty list of
 * assets is kept.
 */
export function mergeDeliverable(
  storedText: string | undefined,
  row: Row<WireDeliverable>,
): Row<WireDeliverable> {
  const { parsed, raw } = mergePart(storedText, wireDeliverableSchema, row);
  const { quantity, quantityField, quantityUnit } = row.parsed;
  const sentQuantity =
    quantity === null || quantity === undefined ? {} : { quantity, quantityField, quantityUnit };
  // The addresses were removed from the stored JSON, but the names were not.
  const assets = hasField(row.raw, 'assets') ? row.parsed.assets : parsed.assets;
  return { parsed: { ...parsed, ...sentQuantity, assets }, raw };
}

/**
 * Returns true if an answer is older than what is stored, because pages may arrive in another order than they were made. A delivered
 * one stays delivered unless a newer answer says otherwise.
 */
export function isStale(
  stored: z.infer<typeof storedPartSchema> | undefined,
  answer: { updatedAt: string | null; state: string },
): boolean {
  if (!stored) return false;
  const before = comparableTime(stored.updatedAt);
  const after = comparableTime(answer.updatedAt);
  if (before !== null && after !== null && before !== after) return after < before;
  return stored.state === 'done' && (answer.state === 'waiting' || answer.state === 'processing');
}
