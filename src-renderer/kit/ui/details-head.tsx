import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconCrosshair, IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Busy } from './busy.tsx';
import classes from './panes.module.css';

interface DetailsHeadProps {
  title: string;
  /** Shows the subject on the map; null if the subject has no place. */
  onZoom: (() => void) | null;
  /** Fetches the subject from the service again; the label is its tooltip. */
  refresh?: { label: string; act: () => void };
  busy?: boolean;
  onClose: () => void;
}

function HeadButton({ label, icon: Icon, act }: { label: string; icon: typeof IconX; act: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={act}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

/**
 * The head of a details pane: the title, and buttons to show the subject on the map, to refresh it and to
 * close the pane.
 */
export function DetailsHead({ title, onZoom, refresh, busy = false, onClose }: DetailsHeadProps) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <h2 className={classes.paneTitle} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </h2>
      <Group gap={4} wrap="nowrap">
        {busy && <Busy size={14} label={t('common.loading')} />}
        {onZoom && <HeadButton label={t('map.zoomTo')} icon={IconCrosshair} act={onZoom} />}
        {refresh && <HeadButton label={refresh.label} icon={IconRefresh} act={refresh.act} />}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={onClose}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
