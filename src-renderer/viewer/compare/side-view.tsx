import { useTranslation } from 'react-i18next';
import classes from './compare.module.css';

interface SideViewProps {
  /** True if it is the left half. */
  isLeft: boolean;
  onElement: (element: HTMLElement | null) => void;
}

/** The second half of the map, which shows the rasters above at the same place as the first half. */
export function SideView({ isLeft, onElement }: SideViewProps) {
  const { t } = useTranslation();
  return (
    <div
      ref={onElement}
      className={classes.side}
      role="application"
      aria-label={t('compare.side')}
      aria-description={t('map.keyboardHint')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the view moves by keys
      tabIndex={0}
      data-beside
      data-left={isLeft || undefined}
      data-testid="map-beside"
    />
  );
}
