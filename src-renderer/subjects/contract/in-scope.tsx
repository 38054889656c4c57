import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useActiveScope } from '../../client/api.tsx';
import type { Workspace } from '../../state/ui-store.ts';
import { NoScope } from './no-scope.tsx';

interface InScopeProps {
  workspace: Workspace;
  /** Drawn anew for another contract: nothing that was typed or scrolled stays. */
  children: (scope: Scope) => ReactNode;
}

/** The list pane of a workspace that belongs to a contract; without one it says how to get one. */
export function InScope({ workspace, children }: InScopeProps) {
  const { t } = useTranslation();
  const scope = useActiveScope();
  if (!scope) return <NoScope title={t(`shell.workspace.${workspace}`)} />;
  return <Fragment key={`${scope.connectionId} ${scope.contractId}`}>{children(scope)}</Fragment>;
}
