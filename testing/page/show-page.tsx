import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { Language } from '../../src-preload/contract/languages.ts';
import type { Settings } from '../../src-preload/contract/settings.ts';
import {
  ApiContext,
  createApi,
  createQueryClient,
  followChanges,
} from '../../src-renderer/kit/client/api.tsx';
import { setLanguage } from '../../src-renderer/kit/i18n/i18n.ts';
import { cssVariables, theme } from '../../src-renderer/kit/theme/theme.ts';
import { atEnd } from './at-end.ts';
import { createPageMain, type MakeAnswers } from './page-main.ts';

interface ShowOptions {
  language?: Language;
  settings?: Settings;
  /** What main answers, besides the usual. */
  answers?: MakeAnswers;
}

/** Draws a part of the page as `main.tsx` does, with main in memory behind it. */
export async function showPage(part: ReactNode, options: ShowOptions = {}) {
  const { language = 'en', settings, answers = () => ({}) } = options;
  await setLanguage(language);
  const main = createPageMain(answers, settings);
  const api = createApi(main.client);
  const queries = createQueryClient();
  atEnd(followChanges(api, queries));
  atEnd(() => queries.clear());
  const whole = (inside: ReactNode) => (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <QueryClientProvider client={queries}>
        <ApiContext value={api}>
          <Notifications />
          {inside}
        </ApiContext>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { container, rerender, unmount } = render(whole(part));
  return {
    main,
    user: userEvent.setup(),
    container,
    /** Draws another part in its place, or the same with other properties. */
    redraw: (next: ReactNode) => rerender(whole(next)),
    unmount,
  };
}
