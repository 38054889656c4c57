import type { TFunction } from 'i18next';
import en from '../../../resources/messages/en.json' with { type: 'json' };
import type {
  HandedDecision,
  HandedKind,
  HandedRow,
  PackageReview,
} from '../../../src-preload/contract/handover.ts';
import { placeColours } from '../../../src-preload/contract/place-values.ts';

type Outcome = PackageReview['outcome'];

/** Returns the word for a kind of item. */
export function kindText(t: TFunction, kind: HandedKind): string {
  if (kind === 'place') return t('label.place');
  if (kind === 'draft') return t('outbox.state.draft');
  if (kind === 'map') return t('map.title');
  if (kind === 'template') return t('templates.one');
  return t(`handover.review.kind.${kind}`);
}

/** Returns the text of what a decision about a row does. */
export function decisionText(t: TFunction, { state, theirs }: HandedRow, decision: HandedDecision): string {
  const isAdded = state === 'new' || state === 'removed-here';
  if (decision !== 'both' && theirs === null) return t(`handover.review.removing.${decision}`);
  if (decision !== 'both' && isAdded) return t(`handover.review.adding.${decision}`);
  return t(`handover.review.decision.${decision}`);
}

/** Returns what accepting will do or has done, as parts of a sentence; empty if nothing. */
export function outcomeWords(t: TFunction, outcome: Outcome, tense: 'review' | 'done'): string {
  const parts = (['added', 'replaced', 'removed', 'copies'] as const).filter((what) => outcome[what] > 0);
  if (parts.length === 0) return '';
  const all = outcome.kept > 0 ? [...parts, 'kept' as const] : parts;
  return all.map((what) => t(`handover.${tense}.sum.${what}`, { count: outcome[what] })).join(', ');
}

const labels: Readonly<
  Record<
    string,
    | 'name'
    | 'project'
    | 'product'
    | 'start'
    | 'end'
    | 'client'
    | 'priority'
    | 'sku'
    | 'attributes'
    | 'place'
    | 'type'
    | 'level'
  >
> = {
  name: 'name',
  'values.name': 'name',
  'values.project': 'project',
  project: 'project',
  'values.product': 'product',
  'request.product': 'product',
  'values.start': 'start',
  'values.end': 'end',
  'values.client': 'client',
  'request.client': 'client',
  'values.priority': 'priority',
  'request.priority': 'priority',
  'values.sku': 'sku',
  'request.sku': 'sku',
  'values.processingLevel': 'level',
  geometry: 'place',
  kind: 'type',
};

const columns: Readonly<Record<string, 'notes' | 'tags' | 'list' | 'source'>> = {
  notes: 'notes',
  tags: 'tags',
  listId: 'list',
  source: 'source',
};

/** Returns the label of a field, as on other screens; fields of the service and attributes keep their own name. */
export function fieldText(t: TFunction, field: string): string {
  const label = labels[field];
  if (label !== undefined) return t(`label.${label}`);
  if (field === 'colour') return t('places.colour.label');
  const column = columns[field];
  if (column !== undefined && Object.hasOwn(en.places.column, column)) return t(`places.column.${column}`);
  return field.replace(/^(attributes|values|input\.request)\./, '');
}

/** Formats the value of a field as on other screens; a dash for null. */
export function valueText(t: TFunction, field: string, value: string | null): string {
  const colour = field === 'colour' ? placeColours.find((each) => each === value) : undefined;
  return colour === undefined ? value || '—' : t(`places.colour.${colour}`);
}
