import { readNumber } from '../../../src-preload/contract/read-number.ts';
import { hemisphereWords, withSigns } from './hemispheres.ts';
import { latLonReading, letterQuestion, type PlaceReading, problemOf } from './place-reading.ts';
import { faultMessages, readAngle } from './read-angle.ts';

const latitudeWord = String.raw`\bLAT(?:ITUDE|ITUD)?\b`;
const longitudeWord = String.raw`\bL(?:ON|NG|ONG)(?:GITUDE|GITUD|ITUDE|ITUD)?\b`;
const label = new RegExp(`(${latitudeWord})|(${longitudeWord})`, 'g');

interface Labels {
  isLatitudeFirst: boolean;
  /** The texts before, between and after the words. */
  parts: readonly [before: string, first: string, second: string];
}

/** Splits a text in capitals at its words for latitude and longitude; null if it does not have each of them once. */
function splitAtLabels(text: string): Labels | null {
  const [one, other, ...more] = [...text.matchAll(label)];
  const isLatitude = one?.[1] !== undefined;
  if (!one || !other || more.length > 0 || isLatitude === (other[1] !== undefined)) return null;
  return {
    isLatitudeFirst: isLatitude,
    parts: [
      text.slice(0, one.index),
      text.slice(one.index + one[0].length, other.index),
      text.slice(other.index + other[0].length),
    ],
  };
}

/** Degrees with signs and a letter at the beginning of a text, which may go on: `33°27'0" (S), dry`. */
const leadingAngle =
  /^([NSEWO] ?)?([-+]?\d{1,3}(?:[.,]\d+)?) ?°?(?: ?\d{1,2}(?:[.,]\d+)? ?')?(?: ?\d{1,2}(?:[.,]\d+)? ?")?(?: ?\(?[NSEWO]\)?(?!\p{L}))?/u;
const seaLevel =
  'ABOVE (?:MEAN )?SEA LEVEL|SOBRE EL NIVEL DEL MAR|(?:A\\.? ?S\\.?|M\\.? ?S\\.?) ?L\\.?|S\\.? ?N\\.? ?M\\.?';
const altitudeLabel = String.raw`(?:GPS )?(?:ALT(?:ITUDE|ITUD|URA)?|ELEV(?:ATION|ACI[ÓO]N)?|COTA|H(?:EIGHT|ÖHE)?|Z)\.?(?: ?\(M\))? ?[:=]? ?`;
const metres = String.raw`(?<metres>[-+]?\d+(?:[.,]\d+)*)`;
const unit = String.raw` ?(?:M|METERS?|METRES?|METROS?)(?![\p{L}\d])\.?`;
const aboveSea = String.raw`(?: ?(?:M ?)?(?:${seaLevel})(?![\p{L}\d]))?(?=\s*(?:[;|()]|,\s|$))`;
/** An altitude in metres with its label at the beginning of a text, which may go on after a mark. */
const labelledAltitude = new RegExp(`^${altitudeLabel}${metres}(?:${unit})?${aboveSea}`, 'u');
/** A number with the unit metres, which is an altitude after a mark. */
const bareAltitude = new RegExp(`^[,;(] ?${metres}${unit}${aboveSea}`, 'u');
const withoutMarks = (text: string) => text.replace(/^[\s,;:|/()=.]+/, '');
const angleBetween = (text: string) =>
  withoutMarks(text)
    .replace(/[\s,;|/]+$|\s(?:AND|Y|UND|ET|GPS)\s*$/g, '')
    .trim();
const withoutBrackets = (text: string) => text.replaceAll(/[()]/g, '');

/** A text with labels in its parts, in capitals and with signs for words. */
interface LabelledText {
  isLatitudeFirst: boolean;
  before: string;
  first: string;
  second: string;
  /** The number of the altitude as it is written; null if none is behind the place. */
  altitude: string | null;
  /** What follows the place with its altitude. */
  after: string;
}

function splitLabelled(text: string): LabelledText | null {
  const labels = splitAtLabels(text);
  if (labels === null) return null;
  const [before, between, behind] = labels.parts;
  const rest = withoutMarks(behind);
  const [second = ''] = leadingAngle.exec(rest) ?? [];
  const beyond = rest.slice(second.length);
  const unmarked = withoutMarks(beyond);
  const labelled = labelledAltitude.exec(unmarked);
  const altitude = labelled ?? bareAltitude.exec(beyond.trimStart());
  return {
    isLatitudeFirst: labels.isLatitudeFirst,
    before,
    first: angleBetween(between),
    second,
    altitude: altitude?.groups?.metres ?? null,
    after: altitude === null ? beyond : (labelled ? unmarked : beyond.trimStart()).slice(altitude[0].length),
  };
}

/** Words that announce a place and say nothing about where it is. */
const announcement =
  /^(?:GPS|COORDINATES?|COORDENADAS?|POSITION|POSICI[ÓO]N|LOCATION|UBICACI[ÓO]N)?[\s:=(,;-]*$/u;
const nothing = /^[\s,;:|/().]*$/;

const sides = Object.values(hemisphereWords)
  .flatMap((words) => Object.keys(words))
  .filter((word) => word.length > 1)
  .map((word) => word.toUpperCase())
  .join('|');
/** Words and letters for sides, also put together: `southwest`, `hemisferio sur`, `Hem. S`. */
const sideWord = new RegExp(
  `(?<!\\p{L})(?:[NSEW]|(?:${sides}|NOR|NOROESTE|NORESTE|NORDESTE)(?:[ -]?(?:${sides}))?(?:ERN|ERLY)?|HEMI?(?:SPHERE|SFERIO)?|AUSTRAL|BOREAL)(?!\\p{L})`,
  'u',
);
/** Words for heights, for numbers below zero, and for units of length. */
const heightWord =
  /(?<!\p{L})(?:ALT(?:ITUDE|ITUD|URA)?|ELEV(?:ATION|ACI[ÓO]N)?|COTA|HEIGHT|HÖHE|[HZ] ?[:=]|FL ?\d+|MINUS|MENOS|NEGATIV\p{L}*|BELOW|UNDER|BAJO|DEBAJO|UNTER|SOUS|FEET|FOOT|FT|PIES|SEA LEVEL|NIVEL DEL MAR)(?!\p{L})/u;

/** The part of a name or of a remark that may belong to the place; null if it says nothing about where the place is. */
function doubtfulPart(text: string, { before, first, second, after }: LabelledText): string | null {
  const hasSides = [first, second].every((angle) => /[-NSEWO]/.test(angle));
  for (const part of [before, after]) {
    const word = (hasSides ? null : sideWord.exec(part)) ?? heightWord.exec(part);
    // A number that goes on is a part of the place in another notation, or an altitude.
    const number = part === after ? /^(?:[-+]?\d\S*|[°'"])/.exec(withoutMarks(after)) : null;
    const doubted = (word ?? number)?.[0];
    if (doubted === undefined) continue;
    const at = text.toUpperCase().indexOf(doubted.trim());
    return at < 0 ? doubted.trim() : text.slice(at, at + doubted.trim().length);
  }
  return null;
}

/** A line with labels in its parts, as they are written. `doubtful` is a part of its name or its remark that may belong to the place. */
export interface LabelledLine {
  before: string;
  place: string;
  after: string;
  doubtful: string | null;
}

/** Returns the parts of a line with the words latitude and longitude; null without the words. */
export function splitLabelledLine(text: string): LabelledLine | null {
  const upper = text.replaceAll(/[−–]/g, '-').toUpperCase();
  const found = upper.length === text.length ? splitLabelled(withSigns(upper)) : null;
  const labels = found === null ? null : splitAtLabels(upper);
  if (found === null || labels === null) return null;
  const [before] = labels.parts;
  const { after } = found;
  // Words that became signs are shorter; then the end of the text is that of the place, which is read with it.
  const end = upper.endsWith(after) ? text.length - after.length : text.length;
  return {
    before: announcement.test(before) ? '' : text.slice(0, before.length),
    place: text.slice(before.length, end),
    after: text.slice(end),
    doubtful: doubtfulPart(text, { ...found, before }),
  };
}

/**
 * Reads `LAT: 48.2, LON: 16.4` in either order, with degrees in any notation, letters of hemispheres and an altitude behind it; null without
 * the words. The text is in capitals and has signs for words. Whatever else it has is no part of a place, and is the problem of the reading.
 */
export function readLabelled(text: string): PlaceReading | null {
  const found = splitLabelled(text);
  if (found === null) return null;
  const angles = [found.first, found.second].map((part) => readAngle(withoutBrackets(part)));
  const [latitude, longitude] = found.isLatitudeFirst ? angles : angles.toReversed();
  if (latitude === 'sign' || longitude === 'sign') return problemOf(faultMessages.sign);
  if (!latitude || !longitude || latitude === 'sixty' || longitude === 'sixty') return null;
  if (latitude.axis === 'lon') return problemOf('validation.twoLongitudes');
  if (longitude.axis === 'lat') return problemOf('validation.twoLatitudes');
  if (!announcement.test(found.before))
    return problemOf('validation.notOfPlace', { part: found.before.trim() });
  if (!nothing.test(found.after))
    return problemOf('validation.notOfPlace', { part: withoutMarks(found.after).trim() });
  const altitude = found.altitude === null ? null : readNumber(found.altitude);
  if (altitude !== null && 'problem' in altitude) return altitude;
  return longitude.isO
    ? letterQuestion(latitude.value, longitude.value, altitude?.value ?? null)
    : latLonReading(latitude.value, longitude.value, altitude?.value ?? null);
}
