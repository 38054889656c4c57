import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { placeStore } from './place-store.ts';

/** Shows why the outline on the map is not stored, until its vertices were dragged or it was discarded. */
export function OutlineNote() {
  const { t } = useTranslation();
  const problem = useStore(placeStore, ({ outlineProblem }) => outlineProblem);
  if (problem === null) return null;
  return (
    <Alert color="orange" p="xs" m="xs" title={t('places.outlineInvalid')}>
      <Text size="xs">{validationMessage(t, problem.message, problem.values)}</Text>
      <Text size="xs">{t('places.outlineHint')}</Text>
    </Alert>
  );
}
