import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Fold } from './use-fold.ts';

/** The button that folds a panel to its header, or opens it again. */
export function FoldButton({ isFolded, toggle }: Fold) {
  const { t } = useTranslation();
  const label = isFolded ? t('map.openPanel') : t('map.foldPanel');
  const Arrow = isFolded ? IconChevronDown : IconChevronUp;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        aria-expanded={!isFolded}
        onClick={toggle}
      >
        <Arrow size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
