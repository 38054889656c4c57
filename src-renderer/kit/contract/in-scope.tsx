import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useActiveScope } from '../client/api.tsx';
import type { Workspace } from '../state/ui-store.ts';
import { NoScope } from './no-scope.tsx';

interface InScopeProps {
  workspace: Workspace;
  /** Remounted for another contract, so that no typed text and no scroll position remains. */
  children: (scope: Scope) => ReactNode;
}

/** Shows the list pane of a workspace that belongs to a contract; without a contract it says how to select one. */
export function InScope({ workspace, children }: InScopeProps) {
  const { t } = useTranslation();
  const scope = useActiveScope();
  if (!scope) return <NoScope title={t(`shell.workspace.${workspace}`)} />;
  return <Fragment key={`${scope.connectionId} ${scope.contractId}`}>{children(scope)}</Fragment>;
}
