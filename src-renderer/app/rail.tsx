import { ActionIcon, Stack, Tooltip, UnstyledButton } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { showWorkspace, uiStore } from '../kit/state/ui-store.ts';
import classes from '../kit/ui/panes.module.css';
import { RailBadge } from './outbox-status.tsx';
import { digitOf, workspaceRegistry, workspaces } from './workspace-registry.tsx';

/** The buttons of all workspaces, always visible. */
export function Rail() {
  const { t } = useTranslation();
  const current = useStore(uiStore, (state) => state.workspace);
  return (
    <nav className={classes.rail} aria-label={t('shell.workspaces')} data-pane="rail">
      <Stack gap={2}>
        {workspaces.map((workspace) => {
          const { icon: Icon } = workspaceRegistry[workspace];
          const digit = digitOf(workspace);
          return (
            // Its name is below the icon, so a tooltip would only cover the list.
            <UnstyledButton
              key={workspace}
              className={classes.railButton}
              aria-keyshortcuts={digit === null ? undefined : `Alt+${digit}`}
              title={t(`shell.workspace.${workspace}`)}
              data-active={workspace === current || undefined}
              aria-current={workspace === current ? 'page' : undefined}
              onClick={() => showWorkspace(workspace)}
            >
              <Icon size={20} stroke={1.6} aria-hidden />
              {workspace === 'outbox' && <RailBadge />}
              <span className={classes.railLabel}>{t(`shell.workspace.${workspace}`)}</span>
            </UnstyledButton>
          );
        })}
      </Stack>
      <Tooltip label={t('shell.keys')} position="right">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('shell.keys')}
          onClick={() => uiStore.setState({ areShortcutsOpen: true })}
        >
          <IconKeyboard size={18} />
        </ActionIcon>
      </Tooltip>
    </nav>
  );
}
