import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const dayMs = 86_400_000;
/** The choices besides the last visit and another time, in days back from now. */
const daysBack = [1, 7, 30];
const anotherTime = 'time';

/** Returns a typed time in UTC as ISO 8601; null if it is none, or lies in the future. */
function readUtc(text: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2}))?$/.exec(text.trim());
  const ms = match ? Date.parse(`${match[1]}T${(match[2] ?? '00:00').padStart(5, '0')}:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || ms > Date.now()) return null;
  // The engine takes 30 February for 2 March.
  const iso = new Date(ms).toISOString();
  return iso.slice(0, 10) === match?.[1] ? iso : null;
}

/** The choice of the time since which changes are told; `onChange` is called with null for the last visit, else with ISO 8601 in UTC. */
export function SinceChoice({ onChange }: { onChange: (since: string | null) => void }) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState('');
  const [typed, setTyped] = useState('');
  const isWrong = typed.trim() !== '' && readUtc(typed) === null;
  return (
    <>
      <NativeSelect
        size="xs"
        label={t('tracking.digest.changesSince')}
        value={choice}
        onChange={({ currentTarget: { value } }) => {
          setChoice(value);
          if (value === '') onChange(null);
          else if (value === anotherTime) onChange(readUtc(typed));
          else onChange(new Date(Date.now() - Number(value) * dayMs).toISOString());
        }}
        data={[
          { value: '', label: t('tracking.digest.lastVisit') },
          ...daysBack.map((days) => ({
            value: String(days),
            label: t('tracking.digest.lastDays', { count: days }),
          })),
          { value: anotherTime, label: t('tracking.digest.anotherTime') },
        ]}
      />
      {choice === anotherTime && (
        <TextInput
          size="xs"
          label={t('tracking.digest.timeUtc')}
          placeholder="2026-03-01 08:00"
          value={typed}
          error={isWrong ? t('tracking.digest.noTime') : undefined}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            onChange(readUtc(value));
          }}
        />
      )}
    </>
  );
}
