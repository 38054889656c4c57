import { z } from 'zod';
import type { ImportCollector } from './import-collector.ts';
import type { AttributeValue, ImportedText } from './imported.ts';
import { limits } from './limits.ts';

/** Headings of columns and names of attributes, by priority: an `id` is a name only if there is no other one. */
const nameWords = [
  'name',
  'task_name',
  'site_name',
  'place_name',
  'title',
  'label',
  'nombre',
  'nombre_tarea',
  'nombre_sitio',
  'titulo',
  'nome',
  'nom',
  'bezeichnung',
  'titel',
  'naam',
  'navn',
  'namn',
  'nazwa',
  'nazev',
  'nimi',
  'isim',
  'ad',
  'название',
  'имя',
  'наименование',
  'название_объекта',
  'όνομα',
  'ονομα',
  '名称',
  '名稱',
  '名前',
  '이름',
  'الاسم',
  'اسم',
  'site',
  'sitio',
  'sito',
  'standort',
  'poi',
  'waypoint',
  'station',
  'estacion',
  'ort',
  'lugar_nombre',
  'punto',
  'pto',
  'ponto',
  'point',
  'punkt',
  'vertice',
  'vertex',
  'hito',
  'pozo',
  'well',
  'plot',
  'parcela',
  'id',
  'code',
  'codigo',
  'kennung',
  'ref',
  'identifier',
  'nr',
  'no',
];
const notesWords = [
  'notes',
  'note',
  'description',
  'desc',
  'descript',
  'comment',
  'comments',
  'cmt',
  'remark',
  'remarks',
  'notas',
  'nota',
  'descripcion',
  'comentario',
  'comentarios',
  'observaciones',
  'beschreibung',
  'bemerkung',
  'bemerkungen',
  'kommentar',
  'notiz',
  'notizen',
  'remarque',
  'remarques',
  'commentaire',
  'descrizione',
  'descricao',
  'opis',
  'описание',
  'примечание',
  '备注',
  '備考',
  '描述',
  '비고',
  'وصف',
];
const tagWords = [
  'tags',
  'tag',
  'keywords',
  'keyword',
  'etiquetas',
  'etiqueta',
  'palabras_clave',
  'schlagworte',
  'schlagwort',
  'mots_cles',
  'stichworte',
  'parole_chiave',
  'palavras_chave',
  'теги',
  '标签',
  'タグ',
];

/** Returns a heading in the form in which headings are compared: lower case, without accents, words joined by `_`. */
export function plainHeading(heading: string): string {
  return heading
    .trim()
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** Returns the key that matches the earliest of some words; null if none matches. */
export function keyByWords(keys: readonly string[], words: readonly string[]): string | null {
  const plain = new Map<string, string>();
  for (const key of keys) if (!plain.has(plainHeading(key))) plain.set(plainHeading(key), key);
  for (const word of words) {
    const key = plain.get(word);
    if (key !== undefined) return key;
  }
  return null;
}

/** The words of the headings of texts, by priority. */
export const textWords = { name: nameWords, notes: notesWords, tags: tagWords } as const;

/** Returns the texts of a JSON list of texts, as GDAL and GeoJSON write several values of one field; null for another text. */
function textsOfList(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const list = z.array(z.string()).safeParse(JSON.parse(text));
    return list.success ? list.data : null;
  } catch {
    return null;
  }
}

/** Splits a text of tags. */
export function tagsOf(text: string): string[] {
  const tags = (textsOfList(text) ?? text.split(/[,;|#\n]+/)).map((tag) => tag.trim().slice(0, 100));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, limits.tags);
}

/** Returns a value of a file as an attribute; nested values become JSON. */
export function attributeOf(value: unknown): AttributeValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  return JSON.stringify(value) ?? null;
}

/** Returns a cell of a text table as an attribute: a number only if it is written exactly like that, so `007` stays. */
export function cellAttribute(cell: string): AttributeValue {
  if (cell === '') return null;
  return cell.length < 17 && /^-?\d+(?:\.\d+)?$/.test(cell) && String(Number(cell)) === cell
    ? Number(cell)
    : cell;
}

/** Returns the attributes within the limits; adds a note about the ones that were left out. */
export function boundedAttributes(
  entries: Iterable<readonly [string, AttributeValue]>,
  collector: ImportCollector,
): Record<string, AttributeValue> {
  const bounded = new Map<string, AttributeValue>();
  for (const [key, value] of entries) {
    if (bounded.size >= limits.attributes) {
      collector.note('validation.importManyAttributes', { most: limits.attributes });
      break;
    }
    const isLong = typeof value === 'string' && value.length > limits.attributeChars;
    if (isLong) collector.note('validation.importLongAttribute', { most: limits.attributeChars });
    let name = key.slice(0, 200);
    for (let i = 2; bounded.has(name); i += 1) name = `${key.slice(0, 200)} ${i}`;
    bounded.set(name, isLong ? value.slice(0, limits.attributeChars) : value);
  }
  return Object.fromEntries(bounded);
}

/** The keys of the attributes that hold the name, the notes and the tags of a feature; null where there is none. */
interface TextKeys {
  name: string | null;
  notes: string | null;
  tags: string | null;
}

/** The largest number of different sets of attributes whose text keys are cached. */
const maxKeySets = 1_000;

/**
 * Creates the functions that find name, notes and tags among the attributes of features. `chosen` is the attribute that
 * the user selected as the name: null for none, undefined to guess it.
 */
export function createNaming(collector: ImportCollector, chosen: string | null | undefined) {
  const cache = new Map<string, TextKeys>();
  const seen = new Set<string>();
  let hasOwnNames = false;
  /** How many fields were told, and whether own names were; to tell only what is new. */
  let told = '';

  /** Tells the collector the fields that may be the name, and the one that is. */
  function noteFields(isOwnName: boolean) {
    hasOwnNames ||= isOwnName;
    const now = `${seen.size} ${hasOwnNames}`;
    if (now === told) return;
    told = now;
    const name = chosen === undefined && !hasOwnNames ? keyByWords([...seen], nameWords) : (chosen ?? null);
    collector.setFields(seen, name, hasOwnNames);
  }

  function keysOf(keys: readonly string[]): TextKeys {
    const signature = keys.join('\u0000');
    const found = cache.get(signature);
    if (found) return found;
    const made: TextKeys = {
      name: chosen === undefined ? keyByWords(keys, nameWords) : chosen,
      notes: keyByWords(keys, notesWords),
      tags: keyByWords(keys, tagWords),
    };
    if (cache.size < maxKeySets) cache.set(signature, made);
    for (const key of keys) if (seen.size < limits.columns) seen.add(key);
    return made;
  }

  return {
    /**
     * Returns the texts of a feature. `own` are the texts that the format has besides the attributes; `id` is the name
     * if nothing else is.
     */
    textOf(
      attributes: Readonly<Record<string, AttributeValue>>,
      own: { name?: string | null; notes?: string | null; id?: string | null } = {},
    ): ImportedText {
      const keys = keysOf(Object.keys(attributes));
      const textAt = (key: string | null) => {
        const value = key === null || !Object.hasOwn(attributes, key) ? null : attributes[key];
        return value === null || value === undefined || value === '' ? null : String(value);
      };
      const ownName = chosen === undefined ? (own.name ?? null) : null;
      noteFields(ownName !== null);
      const used = new Set([
        ownName === null ? keys.name : null,
        own.notes === null || own.notes === undefined ? keys.notes : null,
        keys.tags,
      ]);
      const fallback = chosen === undefined ? (own.id ?? null) : null;
      return textWithin(collector, {
        name: ownName ?? textAt(keys.name) ?? fallback,
        notes: own.notes ?? textAt(keys.notes),
        tags: tagsOf(textAt(keys.tags) ?? ''),
        // Attributes that became the name, the notes or the tags are not repeated.
        attributes: Object.fromEntries(Object.entries(attributes).filter(([key]) => !used.has(key))),
      });
    },
  };
}
/** The functions that find the texts of the features of one import. */
export type Naming = ReturnType<typeof createNaming>;

/**
 * Returns the texts of a feature within the limits. A name that is too long is shortened, and its full text is added to
 * the notes.
 */
export function textWithin(
  collector: ImportCollector,
  { name, notes, tags, attributes }: ImportedText,
): ImportedText {
  const trimmed = name?.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() ?? '';
  const isLong = trimmed.length > limits.nameChars;
  if (isLong) collector.note('validation.importLongName', { most: limits.nameChars });
  const whole = isLong ? [trimmed, notes].filter(Boolean).join('\n') : notes;
  const text = whole?.trim() ?? '';
  return {
    name: trimmed === '' ? null : isLong ? `${trimmed.slice(0, limits.nameChars - 1)}…` : trimmed,
    notes: text === '' ? null : text.slice(0, limits.notesChars),
    tags,
    attributes,
  };
}
