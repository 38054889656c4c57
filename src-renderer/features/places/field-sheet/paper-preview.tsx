import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './field-sheet.module.css';

/** The width of the widest paper, US letter, in CSS pixels. */
const paperPx = (215.9 / 25.4) * 96;

/** The page as it will be printed, scaled down where the window is too narrow for it. */
export function PaperPreview({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { ref, width } = useElementSize();
  const scale = width === 0 ? 1 : Math.min(1, width / paperPx);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus it could not be scrolled by keys
    <section className={classes.preview} tabIndex={0} aria-label={t('fieldSheet.preview')}>
      <Box ref={ref} __vars={{ '--nadir-paper-scale': String(scale) }}>
        {children}
      </Box>
    </section>
  );
}
