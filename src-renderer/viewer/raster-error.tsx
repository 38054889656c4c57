import { ActionIcon, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, hasErrorCode } from '../kit/i18n/error-text.ts';
import classes from '../map/map-pane.module.css';

interface RasterErrorProps {
  error: unknown;
  /** True if the details of the scene already explain what to do about an unavailable folder. */
  isFolderAwayShown: boolean;
}

/**
 * Shows in the panel of a raster why it cannot be drawn and what to do. It has no frame of its own. On a narrow map its second
 * sentences are cut to two lines until the user expands them, because the panel would cover most of the map.
 */
export function RasterError({ error, isFolderAwayShown }: RasterErrorProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const hintId = useId();
  const { title, hint } = errorText(t, error);
  const hasHint = !(isFolderAwayShown && hasErrorCode(error, 'FOLDER_AWAY'));
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <div role="alert" className={classes.error} data-open={isOpen || undefined} data-testid="raster-error">
      <IconAlertTriangle size={15} aria-hidden color="var(--nadir-warning)" />
      <Text size="xs" fw={600} style={{ flex: 1, minWidth: 0 }}>
        {title}
      </Text>
      {hasHint && (
        <>
          <ActionIcon
            className={classes.errorMore}
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={t('shell.details')}
            title={t('shell.details')}
            aria-expanded={isOpen}
            aria-controls={hintId}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={14} aria-hidden />
          </ActionIcon>
          <Text size="xs" id={hintId} className={classes.errorHint}>
            {hint}
          </Text>
        </>
      )}
    </div>
  );
}
