import type { TFunction } from 'i18next';
import type { Arranged, ImportProblem } from '../../../src-preload/contract/scene-imports.ts';
import { archiveReason, errorText } from '../../kit/i18n/error-text.ts';
import { formatBytes } from '../../kit/i18n/format.ts';

/** Problems that name the file or the scene, if it is known; imports of an older Nadir do not know it. */
const namedProblems = ['missing', 'unreadable', 'changed', 'checksum', 'no-files'] as const;
const isNamed = (problem: ImportProblem): problem is (typeof namedProblems)[number] =>
  namedProblems.some((named) => named === problem);

/** Translates why a part of an import is not used. Imports of an older Nadir have no reason for an archive. */
export function problemText(t: TFunction, language: string, problem: ImportProblem, detail: string): string {
  if (problem === 'answer' && detail !== '') {
    // The code of the error, and the name of a file.
    const [, code = '', what = ''] = /^(\S*) ?(.*)$/s.exec(detail) ?? [];
    const reason = errorText(t, { code }).title;
    return what === ''
      ? t('sceneImport.notSent', { reason })
      : t('sceneImport.fileNotSent', { what, reason });
  }
  if (problem === 'no-room')
    return t(`sceneImport.problem.${problem}`, { detail: formatBytes(language, Number(detail)) });
  if (problem === 'archive-member')
    return t(`sceneImport.problem.${problem}`, { reason: archiveReason(t, detail) });
  if (isNamed(problem) && detail !== '') return t(`sceneImport.problemOf.${problem}`, { what: detail });
  if (problem !== 'archive' || detail === '') return t(`sceneImport.problem.${problem}`, { detail });
  return t('sceneImport.refusedArchive', { reason: archiveReason(t, detail) });
}

/** Translates why scenes of an import were not joined or split. */
export function arrangedText(t: TFunction, language: string, { problem, detail }: Arranged): string {
  if (problem === null) return '';
  if (problem === 'several-services') return t('sceneImport.edit.severalServices');
  if (problem === 'nothing-to-split') return t('sceneImport.edit.nothingToSplit');
  return problemText(t, language, problem, detail);
}
