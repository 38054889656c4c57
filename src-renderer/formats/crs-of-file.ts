import { codeInName, codesWithWords, systemOfCode } from '../../src-shared/crs/systems.ts';
import type { Datum } from '../kit/i18n/datum.ts';
import { type Crs, crsOfCode, crsOfWkt, degreesCrs, type ReadCrs } from './crs.ts';
import { datumOfCode } from './datums.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';

/** So many systems are offered to the person who typed a name that several have. */
const mostOffered = 6;

/**
 * Returns the code of the system that a person typed, by its code or by a name that only one system of the table has. Throws a
 * `FormatProblem` if there is none.
 */
function typedCode(typed: string): number {
  const crs = typed.slice(0, 40);
  const code = codeInName(typed);
  const codes = code === null ? codesWithWords(typed) : [code];
  const [only] = codes;
  if (only === undefined) throw new FormatProblem('validation.epsgCode', { crs });
  if (codes.length > 1) {
    const offered = codes.slice(0, mostOffered).map((each) => `${each} (${systemOfCode(each)?.name ?? ''})`);
    throw new FormatProblem('validation.crsOfSeveral', {
      crs,
      number: codes.length,
      codes: offered.join(', '),
    });
  }
  return only;
}

function typedCrs(typed: string): Crs {
  const read = crsOfCode(typedCode(typed));
  if ('problem' in read) throw new FormatProblem(read.problem.message, { crs: typed.slice(0, 40) });
  return read.crs;
}

/** Returns the datum of the system that a person typed, if that one is of degrees; null otherwise. */
export const typedDatum = ({ answers }: ImportCollector): Datum | null =>
  answers.crs === undefined ? null : datumOfCode(typedCode(answers.crs));

/** Says how far places may be off if the shift of the datum is only known roughly, or that it is not known at all. */
function told(collector: ImportCollector, crs: Crs): Crs {
  if (crs.unknownDatum !== null) collector.note('validation.unknownDatum', { datum: crs.unknownDatum });
  if (crs.metres > 0) collector.note('validation.roughDatum', { crs: crs.name, metres: crs.metres });
  return crs;
}

/** Returns the system of degrees on the datum that a person selected for a table. */
export function crsOfDatum(collector: ImportCollector, code: number): Crs {
  const read = crsOfCode(code);
  if ('problem' in read) throw new FormatProblem(read.problem.message, { crs: `EPSG:${code}` });
  return told(collector, { ...read.crs, name: systemOfCode(code)?.name ?? read.crs.name });
}

/**
 * Returns the coordinate system of a file: the one that the user typed, or the one that the file names. Collects a
 * question about an unknown system, about one whose name and parameters differ, and about a datum without a known shift. Throws a
 * `FormatProblem` if the file cannot be read without the answer. `isOneOfSeveral` is true for a file that is read together with others:
 * then the answer is only for those that name no known system, because the question came from one of these.
 */
export function crsOfFile(
  collector: ImportCollector,
  declared: { code: number } | { wkt: string } | { name: string } | null,
  { isOneOfSeveral = false }: { isOneOfSeveral?: boolean } = {},
): Crs {
  const { answers, questions } = collector;
  if (answers.crs !== undefined && !(isOneOfSeveral && isKnown(declared))) {
    questions.ask('crs', { crs: answers.crs }, {});
    return told(collector, typedCrs(answers.crs));
  }
  if (declared === null) return degreesCrs;
  const read = 'wkt' in declared ? crsOfWkt(declared.wkt) : crsOfDeclared(declared);
  if ('problem' in read) {
    const crs = String(read.problem.values?.crs ?? '');
    questions.ask('crs', { crs }, {});
    throw new FormatProblem(read.problem.message, { crs });
  }
  if ('two' in read) {
    const { named, written, metresApart } = read.two;
    const metres = Number.isFinite(metresApart) ? Math.ceil(metresApart) : 1e6;
    const sample = { text: named.name };
    questions.ask('system', { crs: named.name, metres }, { named: sample, written: sample });
    return told(collector, answers.system === 'written' ? written : named);
  }
  const { crs } = read;
  if (crs.unknownDatum !== null)
    questions.ask('datum', { datum: crs.unknownDatum }, { unshifted: { text: crs.name } });
  return told(collector, crs);
}

/** Returns true if a file names a coordinate system that can be read as it is. */
function isKnown(declared: { code: number } | { wkt: string } | { name: string } | null): boolean {
  if (declared === null) return false;
  const read = 'wkt' in declared ? crsOfWkt(declared.wkt) : crsOfDeclared(declared);
  // One with two systems has a question of its own.
  return 'two' in read || ('crs' in read && read.crs.unknownDatum === null);
}

function crsOfDeclared(declared: { code: number } | { name: string }): ReadCrs {
  const code = 'code' in declared ? declared.code : codeInName(declared.name);
  if (code !== null) return crsOfCode(code);
  const crs = 'name' in declared ? declared.name.slice(0, 60) : '';
  return { problem: { message: 'validation.unknownCrs', values: { crs } } };
}
