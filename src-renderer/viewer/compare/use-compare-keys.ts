import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../kit/client/api.tsx';
import { compareStore } from '../../kit/state/compare-store.ts';
import { viewerCommands } from '../../kit/state/viewer-commands.ts';
import { outsideOfText } from '../../kit/ui/outside-of-text.ts';
import { useSay } from '../../kit/ui/use-act.ts';
import { type Captures, stepCapture, toggleBefore, toggleComparison } from './captures.ts';

/** The actions on the captures of the place by key, button and command. */
export interface CompareActions {
  before: () => void;
  previous: () => void;
  next: () => void;
  compare: () => void;
  strip: () => void;
  series: () => void;
}

/** Returns the actions on the captures of the place. An action that is impossible shows a message. */
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
    series: () => compareStore.setState(({ isSeriesOpen }) => ({ isSeriesOpen: !isSeriesOpen })),
  };
}

/** Adds the commands of the comparison to the command palette while the viewer is open. */
export function useCompareCommands(actions: CompareActions) {
  const { t } = useTranslation();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const names = ['before', 'previous', 'next', 'compare', 'strip', 'series'] as const;
    const commands = names.map((name) => ({
      id: `compare-${name}`,
      label: t(`compare.command.${name}`),
      onClick: () => latest.current[name](),
    }));
    viewerCommands.setState({ commands });
    return () => viewerCommands.setState({ commands: [] });
  }, [t]);
}

/** Handles the keys of the comparison while a raster is on the map. `ground` is an element over the map. */
export function useCompareKeys(
  actions: CompareActions,
  { isShown, ground }: { isShown: boolean; ground: HTMLElement | null },
) {
  const isOn = useSettings()?.workspace.singleKeys !== false && isShown;
  const onMap = (run: () => void) => (event: KeyboardEvent) => {
    // The keys are ignored while a workspace hides the map.
    if (ground?.checkVisibility() === true) outsideOfText(run, isOn)(event);
  };
  useHotkeys(
    [
      ['B', onMap(actions.before), { preventDefault: false }],
      ['C', onMap(actions.compare), { preventDefault: false }],
      ['F', onMap(actions.strip), { preventDefault: false }],
      [',', onMap(actions.previous), { preventDefault: false }],
      ['.', onMap(actions.next), { preventDefault: false }],
    ],
    [],
  );
}
