import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useActiveScope, useApi } from '../kit/client/api.tsx';
import { showWorkspace, uiStore } from '../kit/state/ui-store.ts';
import classes from '../kit/ui/panes.module.css';

/** Says how many rows are prepared for the active contract and not sent, also after a restart; renders nothing without any. */
export function PreparedStatus() {
  const { t } = useTranslation();
  const { query } = useApi();
  const scope = useActiveScope();
  const count = useQuery(
    query.prepared.page.queryOptions({ input: scope ? { scope, offset: 0, limit: 1 } : skipToken }),
  ).data?.total;
  if (count === undefined || count === 0) return null;
  return (
    <Tooltip label={t('shell.command.show', { workspace: t('shell.prepared') })}>
      <UnstyledButton
        className={classes.statusButton}
        data-testid="prepared-status"
        onClick={() => {
          uiStore.setState({ planMode: 'prepared' });
          showWorkspace('plan');
        }}
      >
        <IconTable size={13} aria-hidden />
        {t('shell.preparedRows', { count })}
      </UnstyledButton>
    </Tooltip>
  );
}
