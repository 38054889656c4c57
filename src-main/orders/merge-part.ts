import { z } from 'zod';
import { withoutAddresses } from '../service/api/asset-wire.ts';
import { hasField, mergeParsed, mergeRaw } from '../service/api/merge-raw.ts';
import { type WireDeliverable, wireDeliverableSchema } from '../service/api/orders-wire.ts';
import type { Row } from '../service/api/service-client.ts';
import { redactScene } from '../service/redaction/redact-scene.ts';
import { storedRecord } from '../store/stored-json.ts';
import { comparableTime } from './wire-mapping.ts';

/** The stored fields of a capture or a deliverable that decide how another answer is merged. */
export const knownPartSchema = z.object({
  updatedAt: z.string().nullable(),
  state: z.string(),
  raw: z.string(),
});

const rawSchema = z.record(z.string(), z.unknown());
const storableRaw = (raw: Record<string, unknown>) => rawSchema.parse(redactScene(withoutAddresses(raw)));

/** The reason belongs to one status only, so it is not kept for another. */
const ofStatus = ['status_reason', 'reason'];

/**
 * Returns the capture or deliverable that results from merging an answer of the service into its stored JSON text; without that
 * text, the answer alone. A missing field keeps its value. The `raw` of the result contains no links.
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
  const said = quantity === null || quantity === undefined ? {} : { quantity, quantityField, quantityUnit };
  // The addresses were removed from the stored JSON, but the names were not.
  const assets = hasField(row.raw, 'assets') ? row.parsed.assets : parsed.assets;
  return { parsed: { ...parsed, ...said, assets }, raw };
}

/**
 * Returns true if an answer is older than what is stored. A page that was read earlier may arrive later; what was delivered once
 * stays delivered unless a newer answer says otherwise.
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
