import type { AttributeValue } from '../../../src-preload/contract/place-values.ts';
import type { PlaceImage } from './place-images.ts';

const isSame = (a: AttributeValue | undefined, b: AttributeValue) => a === b;

/** Returns attributes with others added. If a name has another value already, the added one gets a number after its name. */
function withAttributes(
  kept: Readonly<Record<string, AttributeValue>>,
  added: Readonly<Record<string, AttributeValue>>,
): Record<string, AttributeValue> {
  const all: Record<string, AttributeValue> = { ...kept };
  for (const [name, value] of Object.entries(added)) {
    if (value === null || value === '') continue;
    const current = all[name];
    if (current === undefined || current === null || current === '') {
      all[name] = value;
      continue;
    }
    if (isSame(current, value)) continue;
    let number = 2;
    while (`${name} (${number})` in all && !isSame(all[`${name} (${number})`], value)) number += 1;
    all[`${name} (${number})`] = value;
  }
  return all;
}

/**
 * Returns a place with the data of others. Its own name, position and attributes are kept; the notes of the others follow its own,
 * and their tags and attributes are added. A missing position, name or source is taken from the first place that has it.
 */
export function mergedPlace(kept: PlaceImage, others: readonly PlaceImage[]): PlaceImage {
  const all = [kept, ...others];
  const notes = all.map((each) => each.notes.trim()).filter((text) => text !== '');
  return {
    ...kept,
    name: all.find(({ name }) => name !== '')?.name ?? '',
    geometry: all.find(({ geometry }) => geometry !== null)?.geometry ?? null,
    positionText: all.some(({ geometry }) => geometry !== null) ? null : kept.positionText,
    notes: [...new Set(notes)].join('\n\n'),
    tags: [...new Set(all.flatMap(({ tags }) => tags))],
    attributes: others.reduce((sum, { attributes }) => withAttributes(sum, attributes), kept.attributes),
    source: all.find(({ source }) => source !== null)?.source ?? null,
  };
}
