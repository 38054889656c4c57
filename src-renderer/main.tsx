import './kit/client/no-eval.ts';
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './kit/theme/palette.css';
import { Center, MantineProvider, Stack, Text, Title } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { systemLanguage } from '../src-preload/contract/languages.ts';
import { Shell } from './app/shell.tsx';
import { addSubjects } from './app/workspace-registry.tsx';
import { followTransfers } from './features/downloads/transfers-store.ts';
import { ApiContext, createApi, createQueryClient, followChanges } from './kit/client/api.tsx';
import { type ConnectionState, connectToMain, type MainConnection } from './kit/client/connect.ts';
import { createPageErrorLog, reportStrayErrors } from './kit/client/page-error-log.ts';
import { startI18n } from './kit/i18n/i18n.ts';
import { mapWindowIdIn } from './kit/state/map-window.ts';
import { cssVariables, theme } from './kit/theme/theme.ts';
import { PaneErrorBoundary } from './kit/ui/pane-error-boundary.tsx';
import panes from './kit/ui/panes.module.css';
import { startBasemapEarly } from './map/basemap/basemap-client.ts';

const MapWindow = lazy(() =>
  import('./app/map-window/map-window.tsx').then((module) => ({ default: module.MapWindow })),
);
const mapWindowId = mapWindowIdIn(window.location.hash);

/** Shows the application when the main process has answered; before that, the state of the connection. */
function Entrance({ connection }: { connection: MainConnection }) {
  const { t } = useTranslation();
  const [state, setState] = useState<ConnectionState>('connecting');
  const [entered, setEntered] = useState(false);
  useEffect(
    () =>
      connection.onState((next) => {
        setState(next);
        if (next === 'open') setEntered(true);
      }),
    [connection],
  );
  if (entered && mapWindowId !== null)
    return (
      <Suspense>
        <MapWindow id={mapWindowId} />
      </Suspense>
    );
  if (entered) return <Shell connection={connection} />;
  return (
    <Center h="100vh">
      <Stack align="center" gap="xs" maw={460} role="status">
        <Title order={1} size="h3">
          {t('shell.name')}
        </Title>
        <Text ta="center">{state === 'refused' ? t('shell.refused') : t('shell.connecting')}</Text>
      </Stack>
    </Center>
  );
}

startBasemapEarly();
addSubjects();
const [connection] = await Promise.all([connectToMain(), startI18n(systemLanguage(navigator.languages))]);
const api = createApi(connection.client);
const errorLog = createPageErrorLog(connection.client);
reportStrayErrors(errorLog);
const queries = createQueryClient();
followChanges(api, queries);
followTransfers(api);
// Every screen begins with these; they are on their way while the first one is rendered.
void queries.prefetchQuery(api.query.settings.get.queryOptions());
void queries.prefetchQuery(api.query.connections.list.queryOptions());

const root = document.getElementById('root');
if (root) {
  createRoot(root, {
    // A pane shows what it caught; the log keeps where it happened.
    onCaughtError(error, { componentStack }) {
      errorLog.report(error, componentStack);
      reportError(error);
    },
  }).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <ApiContext value={api}>
            <Notifications position="bottom-center" limit={3} classNames={{ root: panes.notices ?? '' }} />
            <PaneErrorBoundary>
              <Entrance connection={connection} />
            </PaneErrorBoundary>
          </ApiContext>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
