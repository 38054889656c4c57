import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { type Draft, type DraftField, draftFields, readDraft } from '../../subjects/draft/draft.ts';
import { type ListedPoint, mostPoints, type ReadPoints } from './read-points.ts';

const fieldsOf = (errors: object): DraftField[] =>
  draftFields.filter((field) => Object.hasOwn(errors, field));

/** Returns a request for each point with the form's other values; or the form fields whose errors prevent it. */
export function requestsOf(
  points: readonly ListedPoint[],
  draft: Draft,
  { reference, numbered }: { reference: TaskingReference | undefined; numbered: (at: number) => string },
): { requests: TaskRequest[]; wrong: DraftField[] } {
  const known = { reference: reference ?? { clients: [], products: [] }, now: Date.now() };
  const first = readDraft(
    { ...draft, place: '0, 0', placeConfirmed: '0, 0', altitude: '', name: draft.name.trim() || 'x' },
    known,
  );
  if (!first.ok) return { requests: [], wrong: fieldsOf(first.errors) };
  const { request } = first;
  return {
    requests: points.map(({ name, at, altitudeMetres }, index) => ({
      ...request,
      task_name: name || numbered(index + 1),
      target: {
        type: 'Point',
        coordinates: altitudeMetres === null ? [at[0], at[1]] : [at[0], at[1], altitudeMetres],
      },
    })),
    wrong: [],
  };
}

/** Returns the lines that could not be used, so that the user can correct them and read them again. */
export function leftOver({ problems, header, points }: ReadPoints, text: string): string {
  const rest = points.slice(mostPoints).map((point) => point.text);
  const lines = [...problems.map((each) => each.text), ...(text.trimStart().startsWith('<') ? [] : rest)];
  return lines.length === 0 ? '' : [...(header === null ? [] : [header]), ...lines].join('\n');
}
