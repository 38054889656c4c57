import { Menu, UnstyledButton } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { formatRate } from '../../kit/i18n/format.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import shell from '../../kit/ui/panes.module.css';
import { useAct } from '../../kit/ui/use-act.ts';

const limits = [500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000];

/** The menu of speed limits; the settings offer more values. */
export function LimitMenu() {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const limit = useSettings()?.downloads.bytesPerSecond ?? null;
  const choose = (bytesPerSecond: number | null) =>
    act(() => client.settings.set({ downloads: { bytesPerSecond } }));
  // A custom limit from the settings is added to the offered values.
  const offered =
    limit === null || limits.includes(limit) ? limits : [...limits, limit].sort((a, b) => a - b);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={shell.statusButton}
          aria-label={`${t('downloads.limitTitle')}: ${limit === null ? t('downloads.noLimit') : formatRate(i18n.language, limit)}`}
          data-testid="limit"
        >
          <IconGauge size={14} aria-hidden />
          {limit === null ? t('downloads.noLimit') : formatRate(i18n.language, limit)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={String(limit ?? 0)}
          onChange={(value) => choose(value === '0' ? null : Number(value))}
        >
          <Menu.RadioItem value="0">{t('downloads.noLimit')}</Menu.RadioItem>
          {offered.map((value) => (
            <Menu.RadioItem key={value} value={String(value)}>
              {t('downloads.limitAt', { rate: formatRate(i18n.language, value) })}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => showWorkspace('settings')}>{t('downloads.moreLimits')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
