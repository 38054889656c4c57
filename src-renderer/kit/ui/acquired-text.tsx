import { Text, type TextProps, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Acquired } from '../../../src-preload/contract/acquired.ts';
import { formatPeriod, formatWholePeriod } from '../i18n/format.ts';
import classes from './panes.module.css';
import { TimeCell, TimeText } from './time-text.tsx';

/** Shows when a scene was acquired in a row of a list: the moment, or the period in its short form; with the tooltip of the browser, as `TimeCell`. */
export function AcquiredCell({ of: { timestamp, period }, language }: { of: Acquired; language: string }) {
  if (timestamp !== null || period === null) return <TimeCell at={timestamp} language={language} />;
  return (
    <span className={classes.time} title={formatWholePeriod(language, period)}>
      {formatPeriod(language, period)}
    </span>
  );
}

/** Shows when a scene was acquired: the moment with the local time in a tooltip, or the period with its first and last second. */
export function AcquiredText({ of: { timestamp, period }, ...rest }: { of: Acquired } & TextProps) {
  const { i18n } = useTranslation();
  if (timestamp !== null || period === null) return <TimeText {...rest} at={timestamp} />;
  return (
    <Tooltip label={formatWholePeriod(i18n.language, period)}>
      <Text {...rest} span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {formatPeriod(i18n.language, period)}
      </Text>
    </Tooltip>
  );
}
