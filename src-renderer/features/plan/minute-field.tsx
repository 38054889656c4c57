import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface MinuteFieldProps {
  label: string;
  /** `YYYY-MM-DDTHH:mm`, or an incomplete text while the user types. */
  value: string;
  error: string | undefined;
  required: boolean;
  /** Shown with the label; undefined for none. */
  note?: string | undefined;
  onChange: (value: string) => void;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}/;

/** A field for a date and time to the minute with 24 hours; the user types it, or selects the day in a calendar. */
export function MinuteField({ label, value, error, required, note, onChange }: MinuteFieldProps) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const day = dayPattern.exec(value)?.[0] ?? null;
  const isDay = day !== null && !Number.isNaN(Date.parse(day));
  return (
    // The button opens the popover, not the field, so the roles are set explicitly.
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      withRoles={false}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <TextInput
          label={label}
          description={note}
          value={value.replace('T', ' ')}
          placeholder={t('plan.timeFormat')}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value.replace(' ', 'T'))}
          error={error}
          withAsterisk={required}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('plan.calendar', { field: label })}
              title={t('plan.calendar', { field: label })}
              aria-expanded={open}
              aria-haspopup="dialog"
              onClick={() => setOpen(!open)}
            >
              <IconCalendar size={15} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown p="xs" role="dialog" aria-label={t('plan.calendar', { field: label })}>
        <DatePicker
          size="xs"
          locale={i18n.language}
          weekendDays={[]}
          value={isDay ? day : null}
          {...(isDay ? { defaultDate: day } : {})}
          ariaLabels={{ previousMonth: t('plan.previousMonth'), nextMonth: t('plan.nextMonth') }}
          onChange={(picked) => {
            if (picked === null) return;
            onChange(`${picked}T${value.split('T')[1] ?? '00:00'}`);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
