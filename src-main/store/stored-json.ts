import { z } from 'zod';

const record = z.record(z.string(), z.unknown());

/** The raw JSON of a row as it was kept; empty where it is damaged, so that one row never stops the list it stands in. */
export function storedRecord(text: string): Record<string, unknown> {
  try {
    return record.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}
