import type { IdentifiedImage } from '../src-main/features/plan/check-prepared.ts';
import type { DeliveredBy } from '../src-main/features/plan/checks/check-types.ts';
import type { PreparedImage } from '../src-main/features/plan/prepared-image.ts';
import type { AcquisitionPeriod } from '../src-preload/contract/acquired.ts';
import { placeIdSchema, preparedIdSchema, templateIdSchema } from '../src-preload/contract/ids.ts';
import type { Place } from '../src-preload/contract/place-values.ts';
import { skuOf } from '../src-preload/contract/sku-catalogue.ts';
import { type TemplateContent, templateContentSchema } from '../src-preload/contract/templates.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The time at which prepared rows are checked in tests. */
export const checkedAt = Date.parse('2026-03-01T12:00:00Z');

const values = {
  name: 'Plot',
  project: 'Survey',
  product: 169,
  sku: '',
  start: '2026-03-02T00:00:00Z',
  end: '2026-03-16T00:00:00Z',
  client: null,
  priority: null,
  everyMinutes: null,
  maxCaptures: null,
  maxSimultaneous: null,
  processingLevel: '',
  unread: {},
};

interface PreparedFields {
  values?: Partial<PreparedImage['values']>;
  base?: Partial<PreparedImage['base']>;
  image?: Partial<PreparedImage>;
  at?: [longitude: number, latitude: number] | null;
}

/** A prepared row; row `n` lies some kilometres from the others. */
export function preparedImage(n: number, fields: PreparedFields = {}): IdentifiedImage {
  const [longitude, latitude] = fields.at ?? [16 + n / 20, 48];
  const merged = { ...values, name: `Plot ${n}`, ...fields.values };
  return {
    preparedId: preparedIdSchema.parse(uuid(n)),
    version: 1,
    image: {
      kind: merged.sku === '' ? 'task' : 'order',
      placeId: placeIdSchema.parse(uuid(n)),
      templateId: templateIdSchema.parse(uuid(0)),
      templateName: 'Usual',
      listName: 'North',
      missing: [],
      values: merged,
      base: { ...merged, ...fields.base },
      geometry: fields.at === null ? null : { kind: 'point', longitude, latitude, altitudeMetres: null },
      positionText: null,
      ...fields.image,
    },
  };
}

/** What checks know if nothing is known. */
export const emptyContext = {
  nowMs: checkedAt,
  products: [{ pk: 169, name: 'Multispectral' }],
  clients: [],
  skuOf: (code: string) => skuOf(code, []),
  usualWindowMs: () => null,
  requestsNear: () => [],
  requestsOfCapture: () => [],
  deliveredBy: (): DeliveredBy | null => null,
  isOutsideCapture: () => false,
  newestSceneAt: (): AcquisitionPeriod | null => null,
  placeOf: (): Pick<Place, 'geometry'> | null => ({ geometry: null }),
} satisfies Record<string, unknown>;

/** The issues of a row, in short. */
export const codesOf = (
  rows: readonly { index: number; issues: readonly { code: string }[] }[],
  row: number,
) => rows.find(({ index }) => index === row)?.issues.map(({ code }) => code) ?? [];

/** A template of tasks; what is given replaces. */
export const templateContent = (fields: Record<string, unknown> = {}): TemplateContent =>
  templateContentSchema.parse({
    name: 'Usual',
    request: {
      kind: 'task',
      product: 169,
      client: null,
      priority: null,
      maxCaptures: null,
      maxSimultaneous: null,
    },
    project: 'Survey',
    window: { kind: 'relative', startsInDays: 1, lastsDays: 14 },
    everyMinutes: null,
    namePattern: '{id} {name}',
    ...fields,
  });
