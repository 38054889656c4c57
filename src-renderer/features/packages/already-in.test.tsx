import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { connectionIdSchema, contractIdSchema } from '../../../src-preload/contract/ids.ts';
import { pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { PackageReportPane } from './package-report.tsx';

it('the report of a package names the other contracts in which its prepared rows are, and not the selected one', async () => {
  const other = {
    connectionId: connectionIdSchema.parse('practice'),
    contractId: contractIdSchema.parse('C-7'),
  };
  const none = { added: 1, replaced: 4, removed: 0, kept: 0, copies: 0 };
  await showPage(
    <PackageReportPane
      report={{
        outcome: none,
        alreadyIn: [
          { scope: pageScope, contractName: 'North', count: 1 },
          { scope: other, contractName: 'Agriculture', count: 3 },
        ],
        discarded: [],
        discardedCount: 0,
        restoredLists: [],
        keptLists: [],
      }}
      onClose={() => undefined}
    />,
  );
  // Which contract is selected is known a moment later.
  await waitFor(() => expect(screen.getAllByRole('note')).toHaveLength(1));
  expect(screen.getAllByRole('note').map(({ textContent }) => textContent)).toEqual([
    '3 of the prepared rows and drafts are already here under Agriculture of the connection “practice”, and stay there.',
  ]);
});
