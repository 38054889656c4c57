import { Text, type TextProps, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatLocal, formatUtc, formatUtcSeconds } from '../i18n/format.ts';
import classes from './panes.module.css';

/**
 * Shows a time in UTC like `TimeText`, but with the browser's own tooltip: a Mantine tooltip for each of hundreds of
 * rows would be slow.
 */
export function TimeCell({
  at,
  language,
  seconds = false,
}: {
  at: string | null;
  language: string;
  seconds?: boolean;
}) {
  if (at === null) return <span className={classes.time}>{'—'}</span>;
  return (
    <time className={classes.time} dateTime={at} title={formatLocal(language, at)}>
      {seconds ? formatUtcSeconds(language, at) : formatUtc(language, at)}
    </time>
  );
}

/** Shows a time in UTC, with the local time in a tooltip. */
export function TimeText({ at, ...rest }: { at: string | null } & TextProps) {
  const { i18n } = useTranslation();
  if (at === null)
    return (
      <Text {...rest} span>
        {'—'}
      </Text>
    );
  return (
    <Tooltip label={formatLocal(i18n.language, at)}>
      <Text
        {...rest}
        component="time"
        dateTime={at}
        style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {formatUtc(i18n.language, at)}
      </Text>
    </Tooltip>
  );
}
