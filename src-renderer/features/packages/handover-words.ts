import type { TFunction } from 'i18next';
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

/** The words of fields, as on other screens, by the last part of the field. */
const words: Readonly<Record<string, (t: TFunction) => string>> = {
  name: (t) => t('label.name'),
  task_name: (t) => t('label.name'),
  order_name: (t) => t('label.name'),
  project: (t) => t('label.project'),
  project_name: (t) => t('label.project'),
  product: (t) => t('label.product'),
  sku: (t) => t('label.sku'),
  start: (t) => t('label.start'),
  end: (t) => t('label.end'),
  client: (t) => t('label.client'),
  priority: (t) => t('label.priority'),
  processingLevel: (t) => t('label.level'),
  processing_level: (t) => t('label.level'),
  maxCaptures: (t) => t('label.captures'),
  max_captures: (t) => t('label.captures'),
  maxSimultaneous: (t) => t('label.maxSimultaneous'),
  max_simultaneous_captures: (t) => t('label.maxSimultaneous'),
  everyMinutes: (t) => t('tasks.field.expectedAge'),
  expected_age: (t) => t('tasks.field.expectedAge'),
  revisit_period: (t) => t('orderForm.parameter.revisit_period'),
  remapping_period: (t) => t('orderForm.parameter.remapping_period'),
  outcome_id: (t) => t('orderForm.parameter.outcome_id'),
  geometry: (t) => t('label.place'),
  coordinates: (t) => t('label.place'),
  positionText: (t) => t('places.column.position'),
  kind: (t) => t('label.type'),
  type: (t) => t('label.type'),
  colour: (t) => t('places.colour.label'),
  notes: (t) => t('places.column.notes'),
  tags: (t) => t('places.column.tags'),
  attributes: (t) => t('label.attributes'),
  listId: (t) => t('places.column.list'),
  listName: (t) => t('places.column.list'),
  source: (t) => t('places.column.source'),
  fileName: (t) => t('places.column.source'),
  line: (t) => t('handover.review.sourceLine'),
  templateName: (t) => t('templates.one'),
  missing: (t) => t('handover.review.missing'),
  namePattern: (t) => t('templates.pattern'),
  startsInDays: (t) => t('templates.startsInDays'),
  lastsDays: (t) => t('templates.lastsDays'),
  address: (t) => t('activity.column.address'),
  layer: (t) => t('label.layer'),
  attribution: (t) => t('ownMaps.attribution'),
  minZoom: (t) => t('handover.review.minZoom'),
  maxZoom: (t) => t('handover.review.maxZoom'),
  bounds: (t) => t('handover.review.extent'),
  grid: (t) => t('handover.review.grid'),
  needsKey: (t) => t('ownMaps.key'),
  file: (t) => t('label.files'),
  unread: (t) => t('handover.review.unread'),
};

/**
 * Returns the label of a field, as on other screens. Attributes of places keep their own name, and so do parameters of the service that no
 * form has.
 */
export function fieldText(t: TFunction, field: string): string {
  const parts = field.split('.');
  const [first = '', ...below] = parts;
  if (first === 'attributes' && below.length > 0) return below.join('.');
  if (first === 'recipe') return t('handover.review.recipe');
  // Below it are the columns of the table.
  const last = parts.includes('unread') ? 'unread' : (parts.at(-1) ?? '');
  const word = Object.hasOwn(words, last) ? words[last]?.(t) : undefined;
  const text = word ?? last;
  return first === 'base' ? t('handover.review.ofTemplate', { field: text }) : text;
}

/** Formats the value of a field as on other screens; a dash for null. */
export function valueText(t: TFunction, field: string, value: string | null): string {
  const colour = field === 'colour' ? placeColours.find((each) => each === value) : undefined;
  return colour === undefined ? value || '—' : t(`places.colour.${colour}`);
}
