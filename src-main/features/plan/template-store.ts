import { type TemplateId, templateIdSchema } from '../../../src-preload/contract/ids.ts';
import { type PatternProblem, patternProblem } from '../../../src-preload/contract/name-pattern.ts';
import {
  type Template,
  type TemplateContent,
  templateContentSchema,
  templateSchema,
} from '../../../src-preload/contract/templates.ts';
import { AppError } from '../../core/app-error.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

const storedTemplate = templateSchema.extend({ content: jsonColumn.pipe(templateContentSchema) });
const select = `SELECT template_id AS templateId, content, version, created_at AS createdAt, updated_at AS updatedAt,
  updated_by AS updatedBy FROM template`;

/** Returns a problem of a name pattern as the `fields` of INVALID_INPUT. */
export const patternFields = ({ message, fields }: PatternProblem): Record<string, string[]> =>
  Object.fromEntries((fields.length === 0 ? ['namePattern'] : fields).map((field) => [field, [message]]));

interface TemplateStoreOptions {
  store: Store;
  /** Returns the names of all attributes of places. */
  attributes: () => Promise<string[]>;
  now: () => Date;
  /** Returns the name of the user. */
  author: () => string;
  newId: () => string;
  /** Called when templates have changed. */
  onChange: () => void;
}

/** Creates the templates of this computer; they belong to no contract. */
export function createTemplateStore({
  store,
  attributes,
  now,
  author,
  newId,
  onChange,
}: TemplateStoreOptions) {
  function get(templateId: TemplateId): Template {
    const template = store.get(storedTemplate, `${select} WHERE template_id = :templateId`, { templateId });
    if (template === undefined) throw new AppError('NOT_FOUND', { what: `template ${templateId}` });
    return template;
  }

  return {
    get,
    list(): { templates: Template[]; damaged: number } {
      const { rows, damaged } = readableRows(store, storedTemplate, select);
      const byName = (one: Template, other: Template) => one.content.name.localeCompare(other.content.name);
      return { templates: rows.sort(byName), damaged };
    },
    /**
     * Stores a new template, or a change of this version. @throws CONFLICT for another version, INVALID_INPUT for its name
     * pattern.
     */
    async save(
      content: TemplateContent,
      change: { templateId: TemplateId; version: number } | null,
    ): Promise<Template> {
      const problem = patternProblem(content.namePattern, await attributes());
      if (problem !== null) throw new AppError('INVALID_INPUT', { fields: patternFields(problem) });
      const templateId = change?.templateId ?? templateIdSchema.parse(newId());
      store.transaction(() => {
        if (change !== null && get(templateId).version !== change.version)
          throw new AppError('CONFLICT', { detail: 'row-changed', name: get(templateId).content.name });
        store.run(
          `INSERT INTO template VALUES (:templateId, :content, 1, :at, :at, :by)
           ON CONFLICT DO UPDATE SET content = :content, version = version + 1, updated_at = :at, updated_by = :by`,
          { templateId, content: JSON.stringify(content), at: now().toISOString(), by: author() },
        );
      });
      onChange();
      return get(templateId);
    },
    /** Removes a template; the rows that were prepared with it stay as they are. */
    remove(templateId: TemplateId) {
      store.run('DELETE FROM template WHERE template_id = :templateId', { templateId });
      onChange();
    },
  };
}

/** The templates of this computer. */
export type TemplateStore = ReturnType<typeof createTemplateStore>;
