import { useTranslation } from 'react-i18next';
import type { Client } from '../../../src-preload/contract/tasking.ts';
import en from '../../../resources/messages/en.json' with { type: 'json' };
import type { Draft } from './draft.ts';

type ValidationKey = keyof typeof en.validation;

function isValidationKey(key: string): key is ValidationKey {
  return key in en.validation;
}

/** A schema's message (a key of the catalogue) in words. */
export function useMessage() {
  const { t } = useTranslation();
  return (key: string | undefined, clients: readonly Client[], draft: Draft): string | undefined => {
    if (key === undefined) return undefined;
    const name = key.replace(/^validation\./, '');
    const client = clients.length > 1 ? clients.find((each) => each.name === draft.client) : clients[0];
    return isValidationKey(name) ? t(`validation.${name}`, { best: client?.maxPriority ?? '', least: client?.minPriority ?? '' }) : t('validation.invalid');
  };
}
