import { z } from 'zod';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { numberText, readNumber } from '../../../src-preload/contract/read-number.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { useActiveScope, useSettings } from '../../kit/client/api.tsx';

const sideSchema = z.number().min(0.1).max(500);
const sizeSchema = z.object({ widthKm: sideSchema, heightKm: sideSchema });
/** Sizes by product number. */
const sizesSchema = z.record(z.string(), sizeSchema);

/** The usual size of a product's scenes: width from west to east, height from south to north. */
export type NominalSize = z.infer<typeof sizeSchema>;

/** The key under which the settings store the sizes, by contract. */
export const nominalSizesKey = 'nominalSizes';
const storedSchema = z.record(z.string(), sizesSchema);

/** Returns the key of a contract in the saved sizes: scene sizes depend on the contract (service §10.3). */
export const contractKey = ({ connectionId, contractId }: Scope) => `${connectionId} ${contractId ?? ''}`;

/** Returns the saved sizes by contract, and by product within it. */
export function storedSizes(workspace: Settings['workspace'] | undefined): z.infer<typeof storedSchema> {
  const stored = storedSchema.safeParse(workspace?.[nominalSizesKey]);
  return stored.success ? stored.data : {};
}

/** Returns the sizes in the current settings. */
export const useStoredSizes = () => storedSizes(useSettings()?.workspace);

/**
 * Returns a function that returns a product's nominal scene size under the active contract; null if the user has set none. The service
 * publishes no scene sizes, so Nadir assumes none.
 */
export function useNominalSizeOf(): (product: string | number | null) => NominalSize | null {
  const scope = useActiveScope();
  const stored = useStoredSizes();
  const sizes = scope === null ? {} : (stored[contractKey(scope)] ?? {});
  return (product) => (product === null ? null : (sizes[String(product)] ?? null));
}

/** Formats a size as it is typed: `5 × 10`. */
export function nominalSizeText({ widthKm, heightKm }: NominalSize): string {
  return `${numberText(widthKm)} × ${numberText(heightKm)}`;
}

/** Parses a size in kilometres, width first: `5 × 10`, `5x10 km`. Null for empty text; a problem is a catalogue key. */
export function readNominalSize(text: string): { size: NominalSize } | { problem: string } | null {
  if (text.trim() === '') return null;
  const parts = text.replace(/km\s*$/i, '').split(/[x×*]/i);
  const [width, height, ...others] = parts.map(readNumber);
  if (others.length > 0 || !width || !height || 'problem' in width || 'problem' in height)
    return { problem: 'validation.nominalSize' };
  const parsed = sizeSchema.safeParse({ widthKm: width.value, heightKm: height.value });
  return parsed.success ? { size: parsed.data } : { problem: 'validation.nominalSize' };
}
