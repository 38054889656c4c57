import { Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingsSchema } from '../../../../src-preload/contract/settings.ts';
import { useApi, useSettings } from '../../../kit/client/api.tsx';
import { TimeText } from '../../../kit/ui/time-text.tsx';
import { useAct } from '../../../kit/ui/use-act.ts';

const periods = settingsSchema.shape.verifyLibrary;

/** The interval of automatic verification, and the time of the next one. */
export function VerifySchedule({ nextAt }: { nextAt: string | null }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const settings = useSettings();
  if (!settings) return null;
  return (
    <>
      <Select
        maw={320}
        label={t('holdings.schedule.title')}
        description={t('holdings.schedule.hint')}
        allowDeselect={false}
        data={periods.options.map((value) => ({ value, label: t(`holdings.schedule.${value}`) }))}
        value={settings.verifyLibrary}
        onChange={(value) =>
          value !== null && act(() => client.settings.set({ verifyLibrary: periods.parse(value) }))
        }
      />
      {nextAt !== null && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('holdings.schedule.next')} <TimeText at={nextAt} size="xs" />
        </Text>
      )}
    </>
  );
}
