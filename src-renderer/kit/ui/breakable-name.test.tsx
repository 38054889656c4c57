import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { BreakableName } from './breakable-name.tsx';

it('lets a name break after its parts, and keeps its text', async () => {
  await showPage(
    <p>
      <BreakableName text="Scene 2026_SN42_L1D" />
    </p>,
  );
  expect(screen.getByText('Scene 2026_SN42_L1D').querySelectorAll('wbr')).toHaveLength(2);
});
