import {
  type PlacePatch,
  placeAttributesSchema,
  placeBounds,
} from '../../../src-preload/contract/place-values.ts';
import { AppError } from '../../core/app-error.ts';
import type { PlaceImage } from './place-images.ts';

const invalid = (field: string, message: string) =>
  new AppError('INVALID_INPUT', { fields: { [field]: [message] } });

/** Returns the place as it is. @throws INVALID_INPUT if a text of it is too long or it has too many tags or attributes. */
export function checkedPlace(image: PlaceImage): PlaceImage {
  const { name, notes, tags, attributes } = image;
  if (name.length > placeBounds.name) throw invalid('name', 'validation.tooLong');
  if (notes.length > placeBounds.notes) throw invalid('notes', 'validation.tooLong');
  if (tags.length > placeBounds.tags) throw invalid('tags', 'validation.tooManyTags');
  if (tags.some((tag) => tag.length > placeBounds.tag)) throw invalid('tags', 'validation.tooLong');
  if (!placeAttributesSchema.safeParse(attributes).success)
    throw invalid('attributes', 'validation.attributes');
  return image;
}

/**
 * Returns a place with the fields of a patch. A new position removes the text that could not be read as one.
 * @throws INVALID_INPUT as `checkedPlace` does.
 */
export function patchedPlace(image: PlaceImage, patch: PlacePatch): PlaceImage {
  const { attributes, withoutAttributes = [], geometry, positionText } = patch;
  const merged = { ...image.attributes, ...attributes };
  for (const name of withoutAttributes) delete merged[name];
  return checkedPlace({
    ...image,
    geometry: geometry === undefined ? image.geometry : geometry,
    positionText: positionText === undefined ? (geometry ? null : image.positionText) : positionText,
    name: patch.name ?? image.name,
    notes: patch.notes ?? image.notes,
    tags: patch.tags ?? image.tags,
    source: patch.source === undefined ? image.source : patch.source,
    listId: patch.listId ?? image.listId,
    attributes: merged,
  });
}
