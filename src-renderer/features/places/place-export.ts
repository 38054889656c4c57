import type { TFunction } from 'i18next';
import type { PlaceId } from '../../../src-preload/contract/ids.ts';
import type { Place, PlaceList } from '../../../src-preload/contract/place-values.ts';
import type { PlaceFacets, PlaceFilter } from '../../../src-preload/contract/places.ts';
import type { ExportedFeature, ExportedGeometry } from '../../formats/exported-feature.ts';
import type { MainClient } from '../../kit/client/connect.ts';
import type { ExportSource, OutputColumn } from '../../kit/export/list-export.ts';
import type { ReadPage } from '../../kit/export/read-listed.ts';

/** The maximum page size; areas may have thousands of vertices, and main returns shorter pages of large ones. */
const pageRows = 500;

const ownColumns = (t: TFunction): OutputColumn[] => [
  { key: 'list', label: t('places.column.list'), type: 'text' },
  { key: 'tags', label: t('places.column.tags'), type: 'text', isOnSheet: true },
  { key: 'given_as', label: t('places.column.position'), type: 'text' },
  { key: 'created_at', label: t('label.created'), type: 'time' },
  { key: 'changed_at', label: t('places.column.updated'), type: 'time' },
  { key: 'changed_by', label: t('places.column.updatedBy'), type: 'text' },
];

/** A column for a user attribute, and the attribute's name. */
interface AttributeColumn {
  column: OutputColumn;
  attribute: string;
}

/** Returns a column for each existing attribute; one with the name of a standard column gets a number. */
function attributeColumns(facets: PlaceFacets, own: readonly OutputColumn[]): AttributeColumn[] {
  const taken = new Set(own.map(({ key }) => key.toLowerCase()));
  return facets.attributes.map(({ name, isNumber, isBoolean }) => {
    let key = name;
    for (let number = 2; taken.has(key.toLowerCase()); number += 1) key = `${name}_${number}`;
    taken.add(key.toLowerCase());
    return {
      column: { key, label: name, type: isNumber ? 'real' : isBoolean ? 'boolean' : 'text' },
      attribute: name,
    };
  });
}

function geometryOf({ geometry }: Place): ExportedGeometry | null {
  if (geometry === null) return null;
  if (geometry.kind === 'area') return { kind: 'area', polygons: [geometry.rings] };
  const { longitude, latitude, altitudeMetres } = geometry;
  return {
    kind: 'point',
    at: altitudeMetres === null ? [longitude, latitude] : [longitude, latitude, altitudeMetres],
  };
}

interface PlaceSourceOptions {
  t: TFunction;
  client: MainClient;
  filter: PlaceFilter;
  lists: readonly PlaceList[];
  facets: PlaceFacets;
  total: number;
  chosen: ReadonlySet<PlaceId>;
}

/** Returns the places in the table as the source of a file or a field sheet. */
export function placeSource(options: PlaceSourceOptions): ExportSource {
  const { t, client, filter, lists, facets, total, chosen } = options;
  const own = ownColumns(t);
  const attributes = attributeColumns(facets, own);
  const nameOfList = new Map(lists.map(({ listId, name }) => [listId, name]));

  const listed = (filter.listIds ?? []).map((id) => nameOfList.get(id) ?? '').filter((name) => name !== '');

  const toFeature = (place: Place): ExportedFeature => ({
    name: place.name,
    notes: place.notes,
    attributes: {
      list: nameOfList.get(place.listId) ?? '',
      tags: place.tags.join(', '),
      given_as: place.positionText,
      created_at: place.createdAt,
      changed_at: place.updatedAt,
      changed_by: place.updatedBy,
      ...Object.fromEntries(
        attributes.map(({ column, attribute }) => [
          column.key,
          Object.hasOwn(place.attributes, attribute) ? (place.attributes[attribute] ?? null) : null,
        ]),
      ),
    },
    geometry: geometryOf(place),
  });

  async function* readListed(signal: AbortSignal): AsyncGenerator<ReadPage> {
    let after: number | null = null;
    let read = 0;
    do {
      signal.throwIfAborted();
      const page: Awaited<ReturnType<typeof client.places.exportPage>> = await client.places.exportPage(
        { filter, after, limit: pageRows },
        { signal },
      );
      read += page.places.length;
      yield { features: page.places.map(toFeature), read, total: Math.max(read, page.total) };
      after = page.next;
    } while (after !== null);
  }

  async function* readChosen(signal: AbortSignal): AsyncGenerator<ReadPage> {
    const ids = [...chosen];
    for (let at = 0; at < ids.length; at += pageRows) {
      const places = await client.places.some({ placeIds: ids.slice(at, at + pageRows) }, { signal });
      yield {
        features: places.map(toFeature),
        read: Math.min(at + pageRows, ids.length),
        total: ids.length,
      };
    }
  }

  return {
    layer: 'places',
    fileStem: listed.join(', '),
    title: listed.length === 0 ? t('shell.workspace.places') : listed.join(', '),
    columns: [...own, ...attributes.map(({ column }) => column)],
    folderColumn: 'list',
    hasNotes: true,
    counts: { listed: total, selected: chosen.size },
    places: filter.kind === undefined ? countsOf(facets) : null,
    pages: (rows, signal) => (rows === 'selected' ? readChosen(signal) : readListed(signal)),
  };
}

const countsOf = ({ kinds }: PlaceFacets) => ({ points: kinds.point ?? 0, areas: kinds.area ?? 0 });
