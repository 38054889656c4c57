import { useHotkeys } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../client/api.tsx';
import { compareStore } from '../../state/compare-store.ts';
import { outsideOfText } from '../../ui/outside-of-text.ts';
import { useSay } from '../../ui/use-act.ts';
import { type Captures, stepCapture, toggleBefore, toggleComparison } from './captures.ts';

/** What can be done with the captures of the place by key, button and command. */
export interface CompareActions {
  before: () => void;
  previous: () => void;
  next: () => void;
  compare: () => void;
  strip: () => void;
}

/** Returns what can be done with the captures of the place; what cannot be done is said. */
export function useCompareActions(captures: Captures): CompareActions {
  const { t } = useTranslation();
  const say = useSay();
  const orSay = (isDone: boolean, message: string) => {
    if (!isDone && captures.isKnown)
      say({ message: captures.scenes.length < 2 ? t('compare.onlyOne') : message, color: 'gray' });
  };
  return {
    before: () => orSay(toggleBefore(captures), t('compare.noEarlier')),
    previous: () => orSay(stepCapture(captures, -1), t('compare.noEarlier')),
    next: () => orSay(stepCapture(captures, 1), t('compare.noLater')),
    compare: () => orSay(toggleComparison(captures), t('compare.onlyOne')),
    strip: () => compareStore.setState(({ isStripOpen }) => ({ isStripOpen: !isStripOpen })),
  };
}

/** The keys of the comparison, while a raster is on the map. */
export function useCompareKeys(actions: CompareActions, isShown: boolean) {
  const isOn = useSettings()?.workspace.singleKeys !== false && isShown;
  useHotkeys(
    [
      ['B', outsideOfText(actions.before, isOn), { preventDefault: false }],
      ['C', outsideOfText(actions.compare, isOn), { preventDefault: false }],
      ['F', outsideOfText(actions.strip, isOn), { preventDefault: false }],
      [',', outsideOfText(actions.previous, isOn), { preventDefault: false }],
      ['.', outsideOfText(actions.next, isOn), { preventDefault: false }],
    ],
    [],
  );
}
