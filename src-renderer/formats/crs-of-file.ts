import { type Crs, codeInName, crsOfCode, crsOfWkt, degreesCrs } from './crs.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';

/**
 * Returns the coordinate system of a file: the one that the user typed, or the one that the file names. Collects a
 * question about an unknown system, and about a datum without a known shift. Throws a `FormatProblem` if the file
 * cannot be read without the answer. `isOneOfSeveral` is true for a file that is read together with others: then the
 * answer is only for those that name no known system, because the question came from one of these.
 */
export function crsOfFile(
  collector: ImportCollector,
  declared: { code: number } | { wkt: string } | { name: string } | null,
  { isOneOfSeveral = false }: { isOneOfSeveral?: boolean } = {},
): Crs {
  const { answers, questions } = collector;
  if (answers.crs !== undefined && !(isOneOfSeveral && isKnown(declared))) {
    const code = codeInName(answers.crs);
    const typed = code === null ? { problem: { message: 'validation.epsgCode' } } : crsOfCode(code);
    questions.ask('crs', { crs: answers.crs }, {});
    if ('problem' in typed) throw new FormatProblem(typed.problem.message, { crs: answers.crs.slice(0, 40) });
    return typed.crs;
  }
  if (declared === null) return degreesCrs;
  const read = 'wkt' in declared ? crsOfWkt(declared.wkt) : crsOfDeclared(declared);
  if ('problem' in read) {
    const crs = String(read.problem.values?.crs ?? '');
    questions.ask('crs', { crs }, {});
    throw new FormatProblem(read.problem.message, { crs });
  }
  const { crs } = read;
  if (crs.unknownDatum !== null) {
    questions.ask('datum', { datum: crs.unknownDatum }, { unshifted: { text: crs.name } });
    collector.note('validation.unknownDatum', { datum: crs.unknownDatum });
  }
  return crs;
}

/** Returns true if a file names a coordinate system that can be read as it is. */
function isKnown(declared: { code: number } | { wkt: string } | { name: string } | null): boolean {
  if (declared === null) return false;
  const read = 'wkt' in declared ? crsOfWkt(declared.wkt) : crsOfDeclared(declared);
  return 'crs' in read && read.crs.unknownDatum === null;
}

function crsOfDeclared(declared: { code: number } | { name: string }): ReturnType<typeof crsOfCode> {
  const code = 'code' in declared ? declared.code : codeInName(declared.name);
  if (code !== null) return crsOfCode(code);
  const crs = 'name' in declared ? declared.name.slice(0, 60) : '';
  return { problem: { message: 'validation.unknownCrs', values: { crs } } };
}
