import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EnteredResult } from '../../../src-preload/contract/library.ts';
import { useSay } from '../../kit/ui/use-act.ts';

interface FactsFieldsProps {
  acquired: string;
  setAcquired: (value: string) => void;
  /** What the field of the time accepts, and what an empty one does. */
  timeHint: string;
  /** False if the saved time could not be read. */
  isTimeRead: boolean;
  satellite: string;
  setSatellite: (value: string) => void;
}

/** The fields for the time and satellite of scenes that the service does not describe. */
export function FactsFields(props: FactsFieldsProps) {
  const { acquired, setAcquired, timeHint, isTimeRead, satellite, setSatellite } = props;
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        data-autofocus
        label={t('label.acquired')}
        description={timeHint}
        value={acquired}
        maxLength={100}
        error={isTimeRead ? undefined : t('sceneFacts.unreadable')}
        onChange={(event) => setAcquired(event.currentTarget.value)}
      />
      <TextInput
        label={t('label.satellite')}
        value={satellite}
        maxLength={200}
        onChange={(event) => setSatellite(event.currentTarget.value)}
      />
    </>
  );
}

/** Returns the function that says how many scenes were changed, and how many were left because the service describes them. */
export function useSayFactsSaved() {
  const { t } = useTranslation();
  const say = useSay();
  return ({ changed, ofService }: EnteredResult) => {
    const left = ofService === 0 ? '' : ` ${t('sceneFacts.ofService', { count: ofService })}`;
    say({ message: `${t('sceneFacts.saved', { count: changed })}${left}`, color: 'gray' });
  };
}
