import type { TFunction } from 'i18next';
import type { TaskingReference } from '../../../../src-preload/contract/tasking.ts';
import type { TemplateContent } from '../../../../src-preload/contract/templates.ts';
import { everyField, timeField } from './prepared-fields.ts';

/** Returns a short description of what a template requests and when. */
export function templateText(
  t: TFunction,
  { request, window, everyMinutes, project }: TemplateContent,
  reference: TaskingReference | undefined,
): string {
  const ordered =
    request.kind === 'order'
      ? request.sku
      : (reference?.products.find(({ pk }) => pk === request.product)?.name ??
        t('outbox.productNumber', { number: request.product }));
  const when =
    window.kind === 'fixed'
      ? t('templates.between', { start: timeField(window.start), end: timeField(window.end) })
      : [
          t('templates.lasts', { count: window.lastsDays }),
          window.startsInDays === 0
            ? t('templates.startsNow')
            : t('templates.startsIn', { count: window.startsInDays }),
        ].join(', ');
  const every = everyMinutes === null ? [] : [t('templates.every', { every: everyField(everyMinutes) })];
  return [ordered, project, when, ...every].join(' · ');
}
