import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { placeListIdSchema } from '../../../../src-preload/contract/ids.ts';
import { pageScope } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { placeStore } from '../../places/place-store.ts';
import { TemplateEditor } from './template-editor.tsx';

const listId = placeListIdSchema.parse('00000000-0000-4000-8000-000000000001');

it('offers the fields of the lists on screen, or of all lists where none is', async () => {
  const asked = vi.fn();
  await showPage(<TemplateEditor scope={pageScope} template={null} onClose={() => undefined} />, {
    answers: (os) => ({
      tasking: {
        reference: os.tasking.reference.handler(() => ({
          products: [],
          clients: [],
          projects: [],
          fetchedAt: null,
          problems: { products: null, clients: null },
        })),
      },
      templates: { fields: os.templates.fields.handler(() => ['depth', 'owner', 'crop']) },
      places: {
        facets: os.places.facets.handler(({ input }) => {
          asked(input.filter);
          return {
            attributes: [
              {
                name: 'crop',
                count: 3,
                isNumber: false,
                isBoolean: false,
                isDate: false,
                ambiguousDay: null,
                ambiguousNumber: null,
              },
            ],
            tags: [],
            kinds: { point: 3, area: 0, none: 0 },
          };
        }),
      },
    }),
  });
  expect(await screen.findByText(/\{depth\} \{owner\} \{crop\}/)).toBeDefined();
  act(() => placeStore.setState({ listIds: [listId] }));
  expect(await screen.findByText(/(?<!\{owner\} )\{crop\}/)).toBeDefined();
  expect(asked).toHaveBeenCalledWith({ listIds: [listId] });
  expect(screen.queryByText(/\{depth\}/)).toBeNull();
});
