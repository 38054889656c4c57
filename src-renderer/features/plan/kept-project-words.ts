import type { TFunction } from 'i18next';

/** Returns the note of a form whose project is still that of the request before; undefined for another project. */
export function keptProjectWords(
  t: TFunction,
  { project, keptProject }: { project: string; keptProject: string },
): string | undefined {
  return keptProject !== '' && project === keptProject ? t('plan.keptProject') : undefined;
}
