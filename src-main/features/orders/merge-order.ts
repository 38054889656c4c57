import { z } from 'zod';
import { mergeParsed, mergeRaw } from '../../service/api/merge-raw.ts';
import {
  type WireOrder,
  wireDeliverableSchema,
  wireOrderCaptureSchema,
  wireOrderEventSchema,
  wireOrderSchema,
} from '../../service/api/orders-wire.ts';
import type { Row } from '../../service/api/service-client.ts';
import { redactScene } from '../../service/redaction/redact-scene.ts';
import { storedRecord } from '../../store/stored-json.ts';

const rawSchema = z.record(z.string(), z.unknown());

const nestedSchemas: Record<string, z.ZodType> = {
  captures: wireOrderCaptureSchema,
  deliverables: wireDeliverableSchema,
  events: wireOrderEventSchema,
};

/** Removes the nested rows that have their own tables; nested rows that cannot be read stay. */
function withoutNestedRows(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const schema = nestedSchemas[name];
      if (schema === undefined || !Array.isArray(value)) return [[name, value]];
      const unreadable = value.filter((row) => !schema.safeParse(row).success);
      return unreadable.length === 0 ? [] : [[name, unreadable]];
    }),
  );
}

/** Returns the JSON of an order for storage: no links, no nested rows. */
function storableRaw(raw: Record<string, unknown>): Record<string, unknown> {
  const properties = rawSchema.safeParse(raw.properties);
  const storable = properties.success
    ? { ...withoutNestedRows(raw), properties: withoutNestedRows(properties.data) }
    : withoutNestedRows(raw);
  return rawSchema.parse(redactScene(storable));
}

/**
 * Returns the answer of the service merged into the stored JSON text of the same order; without that text, the answer alone. A field
 * that is missing from the answer keeps its value. The `raw` of the result contains no links and no nested rows, so it may be stored.
 */
export function mergeOrder(storedText: string | undefined, answer: Row<WireOrder>): Row<WireOrder> {
  const { parsed } = answer;
  const raw = storableRaw(answer.raw);
  if (storedText === undefined) return { parsed, raw };
  const storedRaw = storedRecord(storedText);
  const stored = wireOrderSchema.safeParse(storedRaw).data;
  if (stored === undefined) return { parsed, raw };
  const parameters =
    stored.parameters && parsed.parameters ? { ...stored.parameters, ...parsed.parameters } : null;
  return {
    parsed: { ...mergeParsed(stored, parsed), ...(parameters === null ? {} : { parameters }) },
    raw: mergeRaw(storedRaw, raw),
  };
}
