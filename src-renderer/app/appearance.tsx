import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { systemLanguage } from '../../src-preload/contract/languages.ts';
import { useSettings } from '../kit/client/api.tsx';
import { setDateFormat } from '../kit/i18n/date-format.ts';
import { setLanguage } from '../kit/i18n/i18n.ts';
import { useAct } from '../kit/ui/use-act.ts';

/** Applies the theme and the language of the settings. */
export function Appearance() {
  const settings = useSettings();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = settings?.theme === 'system' ? 'auto' : settings?.theme;
  const language = settings?.language;
  const dateFormat = settings?.dateFormat;
  const act = useAct();
  useEffect(() => {
    // Mantine's setter is a new function at each render, and setting an unchanged scheme would recompute all styles and
    // rebuild the map.
    if (scheme !== undefined && scheme !== colorScheme) setColorScheme(scheme);
  }, [scheme, colorScheme, setColorScheme]);
  useEffect(() => {
    if (!language) return;
    act(() => setLanguage(language === 'system' ? systemLanguage(navigator.languages) : language));
  }, [act, language]);
  useEffect(() => {
    if (dateFormat) act(() => setDateFormat(dateFormat));
  }, [act, dateFormat]);
  return null;
}
