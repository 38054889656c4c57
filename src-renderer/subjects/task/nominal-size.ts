import { z } from 'zod';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { useActiveScope, useSettings } from '../../client/api.tsx';
import { numberText, readNumber } from '../../i18n/read-number.ts';

const sideSchema = z.number().min(0.1).max(500);
const sizeSchema = z.object({ widthKm: sideSchema, heightKm: sideSchema });
/** By the number of the product. */
const sizesSchema = z.record(z.string(), sizeSchema);

/** The usual size of the scenes of a product, from west to east and from south to north. */
export type NominalSize = z.infer<typeof sizeSchema>;

/** The key of the settings' workspace under which the sizes are kept, by contract. */
export const nominalSizesKey = 'nominalSizes';
const keptSchema = z.record(z.string(), sizesSchema);

/** Returns the key of a contract in the saved sizes: the contract sets how large its scenes are (service §10.3). */
export const contractKey = ({ connectionId, contractId }: Scope) => `${connectionId} ${contractId ?? ''}`;

/** Returns all sizes in saved settings by contract, and by product within it. */
export function keptSizes(workspace: Settings['workspace'] | undefined): z.infer<typeof keptSchema> {
  const kept = keptSchema.safeParse(workspace?.[nominalSizesKey]);
  return kept.success ? kept.data : {};
}

/** Returns the sizes that are saved in the present settings. */
export const useKeptSizes = () => keptSizes(useSettings()?.workspace);

/**
 * Returns a function that gives the nominal scene size of a product under the contract in force; null where the user
 * has set none. The service does not say how large its scenes are, so Nadir assumes nothing.
 */
export function useNominalSizeOf(): (product: string | number | null) => NominalSize | null {
  const scope = useActiveScope();
  const kept = useKeptSizes();
  const sizes = scope === null ? {} : (kept[contractKey(scope)] ?? {});
  return (product) => (product === null ? null : (sizes[String(product)] ?? null));
}

/** Returns the text of a size as it is typed: `5 × 10`. */
export function nominalSizeText({ widthKm, heightKm }: NominalSize): string {
  return `${numberText(widthKm)} × ${numberText(heightKm)}`;
}

/**
 * Reads a typed size in kilometres, width before height: `5 × 10`, `5x10 km`. Null for an empty text; a problem is a
 * key of the catalogue.
 */
export function readNominalSize(text: string): { size: NominalSize } | { problem: string } | null {
  if (text.trim() === '') return null;
  const parts = text.replace(/km\s*$/i, '').split(/[x×*]/i);
  const [width, height, ...others] = parts.map(readNumber);
  if (others.length > 0 || !width || !height || 'problem' in width || 'problem' in height)
    return { problem: 'validation.nominalSize' };
  const parsed = sizeSchema.safeParse({ widthKm: width.value, heightKm: height.value });
  return parsed.success ? { size: parsed.data } : { problem: 'validation.nominalSize' };
}
