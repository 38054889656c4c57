import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import type { NamedFeature } from '../places/import/import-target.ts';
import { type Draft, type DraftField, draftFields, readDraft } from './draft/draft.ts';

const fieldsOf = (errors: object): DraftField[] =>
  draftFields.filter((field) => Object.hasOwn(errors, field));

/** The values of the form that are part of each request of an import. */
interface FormOfPoints {
  draft: Draft;
  reference: TaskingReference | undefined;
}

/** Returns a request with the form's values but without the place; or the fields whose errors prevent it. */
export function requestOfForm({
  draft,
  reference,
}: FormOfPoints): { request: TaskRequest } | { wrong: DraftField[] } {
  const known = { reference: reference ?? { clients: [], products: [] }, now: Date.now() };
  const read = readDraft(
    { ...draft, place: '0, 0', placeConfirmed: '0, 0', altitude: '', name: draft.name.trim() || 'x' },
    known,
  );
  return read.ok ? { request: read.request } : { wrong: fieldsOf(read.errors) };
}

/** Returns a request for each imported point with the form's other values. */
export function requestsOf(features: readonly NamedFeature[], request: TaskRequest): TaskRequest[] {
  return features.flatMap(({ name, geometry }) => {
    if (geometry.kind !== 'point') return [];
    const { longitude, latitude, altitudeMetres } = geometry;
    return {
      ...request,
      task_name: name,
      target: {
        type: 'Point',
        coordinates: altitudeMetres === null ? [longitude, latitude] : [longitude, latitude, altitudeMetres],
      },
    };
  });
}
