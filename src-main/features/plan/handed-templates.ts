import { z } from 'zod';
import {
  connectionIdSchema,
  type PreparedId,
  preparedIdSchema,
  type Scope,
  type TemplateId,
  templateIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { templateContentSchema, templateSchema } from '../../../src-preload/contract/templates.ts';
import { AppError } from '../../core/app-error.ts';
import { contentHash } from '../../core/content-hash.ts';
import { scopeKey } from '../../core/scope.ts';
import { jsonColumn } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { storedContractId } from '../../store/stored-contract-id.ts';
import { handedImage, preparedImageSchema, readPreparedImage } from './prepared-image.ts';
import { createPreparedRows } from './prepared-rows.ts';
import type { RowChange } from './prepared-step-entries.ts';

const templateRow = templateSchema.extend({ content: jsonColumn.pipe(templateContentSchema) });
const idRow = z.object({ id: z.string() });
const preparedRow = z
  .object({
    seq: z.number(),
    connectionId: connectionIdSchema,
    contractId: storedContractId,
    version: z.number(),
    image: z.string(),
    updatedAt: z.string(),
    updatedBy: z.string(),
  })
  .transform(({ connectionId, contractId, ...row }) => ({ ...row, scope: { connectionId, contractId } }));

/** A template or prepared row that is accepted from a package; a content of null removes it. */
export interface HandedTemplateChange {
  id: string;
  content: unknown;
  /** The hash of the content that it replaces; null if it is new. */
  expected: string | null;
}

function assertExpected(content: unknown, expected: string | null, name: string) {
  if ((content === null ? null : contentHash(content)) !== expected)
    throw new AppError('CONFLICT', { detail: 'package-stale', name });
}

/** Creates the reader of templates and prepared rows for packages. */
export function createHandedTemplates({ store }: { store: Store }) {
  const rows = createPreparedRows({ store });
  const template = (templateId: TemplateId) =>
    store.get(
      templateRow,
      `SELECT template_id AS templateId, content, version, created_at AS createdAt, updated_at AS updatedAt,
         updated_by AS updatedBy FROM template WHERE template_id = :templateId`,
      { templateId },
    ) ?? null;
  /** Returns a prepared row, whatever contract it belongs to. */
  const prepared = (preparedId: PreparedId) =>
    store.get(
      preparedRow,
      `SELECT seq, connection_id AS connectionId, contract_id AS contractId, version, image, updated_at AS updatedAt,
         updated_by AS updatedBy FROM prepared WHERE prepared_id = :preparedId`,
      { preparedId },
    ) ?? null;
  return {
    templateIds: (): string[] =>
      store.all(idRow, 'SELECT template_id AS id FROM template').map(({ id }) => id),
    template(id: string) {
      const stored = template(templateIdSchema.parse(id));
      return stored && { content: stored.content, marks: stored };
    },
    preparedIds: (scope: Scope): string[] => rows.ids(scope),
    preparedCount: (scope: Scope): number => rows.count(scope),
    prepared(id: string) {
      const stored = prepared(preparedIdSchema.parse(id));
      return stored && { content: handedImage(readPreparedImage(stored.image)), marks: stored };
    },
    /**
     * Returns the changes of accepted prepared rows by contract: a row that exists here stays in its contract, and new rows belong to
     * `scope`. @throws CONFLICT if a row is not the one that the user has seen.
     */
    changesOf(
      scope: Scope,
      changes: readonly HandedTemplateChange[],
    ): { scope: Scope; changes: RowChange[] }[] {
      const byScope = new Map<string, { scope: Scope; changes: RowChange[] }>();
      for (const { id, content, expected } of changes) {
        const preparedId = preparedIdSchema.parse(id);
        const stored = prepared(preparedId);
        const image = stored && readPreparedImage(stored.image);
        assertExpected(image && handedImage(image), expected, image?.values.name ?? '');
        const target = stored?.scope ?? scope;
        const group = byScope.get(scopeKey(target)) ?? { scope: target, changes: [] };
        byScope.set(scopeKey(target), group);
        group.changes.push({
          preparedId,
          seq: stored?.seq ?? null,
          before: stored?.image ?? null,
          after:
            content === null
              ? null
              : JSON.stringify({ ...preparedImageSchema.parse(content), placeMark: image?.placeMark }),
        });
      }
      return [...byScope.values()];
    },
  };
}

/** Stores accepted templates, in a transaction of the caller. @throws CONFLICT if one is not the one that the user has seen. */
export function putHandedTemplates(
  { store, now, author }: { store: Store; now: () => Date; author: () => string },
  changes: readonly HandedTemplateChange[],
): void {
  const reader = createHandedTemplates({ store });
  for (const { id, content, expected } of changes) {
    const templateId = templateIdSchema.parse(id);
    const current = reader.template(templateId);
    assertExpected(current?.content ?? null, expected, current?.content.name ?? '');
    if (content === null) store.run('DELETE FROM template WHERE template_id = :templateId', { templateId });
    else
      store.run(
        `INSERT INTO template VALUES (:templateId, :content, 1, :at, :at, :by)
         ON CONFLICT DO UPDATE SET content = :content, version = version + 1, updated_at = :at, updated_by = :by`,
        {
          templateId,
          content: JSON.stringify(templateContentSchema.parse(content)),
          at: now().toISOString(),
          by: author(),
        },
      );
  }
}
