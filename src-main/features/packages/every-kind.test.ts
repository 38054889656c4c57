import { afterEach, beforeEach, expect, it } from 'vitest';
import { mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import { addressKindSchema } from '../../../src-preload/contract/maps.ts';
import { createHandoverWorld, type HandoverWorld } from '../../../testing/handover-world.ts';
import { placeAt } from '../../../testing/places-world.ts';
import { templateContent } from '../../../testing/prepared-rows.ts';
import { type Recipe, recipeSchema } from '../maps/servers/recipe.ts';
import { createSourceTable } from '../maps/source-table.ts';
import { lineSchemas } from './package-format.ts';

let ana: HandoverWorld;
let ben: HandoverWorld;
beforeEach(() => {
  ana = createHandoverWorld('Ana');
  ben = createHandoverWorld('Ben');
});
afterEach(async () => {
  await ana.end();
  await ben.end();
});

/** The rules of a server with every field that there is: the type demands a new one here. */
const recipe: Required<Recipe> = {
  template: 'https://tiles.example/{matrix}/{y}/{x}.png?key={key}',
  subdomains: ['a', 'b'],
  flipY: true,
  matrices: { 0: 'zero', 1: 'one' },
  axes: 'yx',
  legend: 'https://tiles.example/legend.png?key={key}',
  reach: 'public',
};

/** Adds a map of each kind of server, once with everything that a server can have and once with nothing. */
function addServers({ store }: HandoverWorld) {
  const table = createSourceTable({ store, now: () => new Date(0), onUnreadable: () => undefined });
  const bare: Recipe = { ...recipe, subdomains: [], matrices: null, legend: null };
  return addressKindSchema.options.flatMap((kind, index) =>
    [recipe, bare].map((rules, way) => {
      const id = mapSourceIdSchema.parse(`${index}${way}`.padStart(12, '0'));
      table.add({
        id,
        kind,
        content: 'picture',
        name: `${kind} ${way}`,
        address: 'https://tiles.example/',
        layer: way === 0 ? 'roads' : null,
        attribution: way === 0 ? '© Example' : '',
        minZoom: 0,
        maxZoom: 18,
        bounds: way === 0 ? [5, 45, 15, 55] : null,
        grid: 'mercator',
        tileSize: 256,
        opacity: 1,
        visible: true,
        hosts: ['https://tiles.example'],
        needsKey: way === 0,
        offlineAllowed: false,
        revision: 1,
        isCopied: false,
        raster: null,
        recipe: rules,
      });
      return id;
    }),
  );
}

it('a package carries one of every kind of thing that there is, whole', async () => {
  const listId = await ana.world.places.places.createList({ name: 'North' });
  const placeIds = await ana.world.places.add(
    listId,
    placeAt(10, 48, { name: 'One', notes: 'by the river', tags: ['a'], attributes: { id: '7' } }),
    { ...placeAt(11, 48, { name: 'Nowhere' }), geometry: null, positionText: '48 N, eleven' },
  );
  const template = await ana.world.templates.save(templateContent({ namePattern: '{name}' }), null);
  await ana.world.prepared.make(ana.world.scope, template.templateId, placeIds);
  const draft = ana.addDraft();
  const mapIds = addServers(ana);
  const path = await ana.make({
    listIds: [listId],
    templateIds: [template.templateId],
    prepared: true,
    drafts: true,
    mapIds,
  });
  const opening = await ben.open(path);
  const { groups } = await opening.summary();
  expect(groups).toEqual({ new: 1 + 2 + 1 + 2 + 1 + mapIds.length, changed: 0, conflict: 0, here: 0 });
  for (const id of mapIds)
    expect(ana.items.read('map', id)?.content).toMatchObject({ address: 'https://tiles.example/' });
  expect(ana.items.read('draft', draft)).not.toBeNull();
});

it('a map of a package of before its server could have a legend can be read', () => {
  const { legend: _, reach: _reach, ...before } = recipe;
  const map = lineSchemas.map.shape.content.shape.recipe.parse(before);
  expect(recipeSchema.parse({ ...map, reach: 'public' }).legend).toBeNull();
});
