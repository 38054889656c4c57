import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { FolderPatternField } from './folder-pattern-field.tsx';

function Field({ onCommit }: { onCommit: (pattern: string) => void }) {
  const [value, setValue] = useState('{project}/{scene}');
  return (
    <FolderPatternField
      value={value}
      onCommit={(pattern) => {
        onCommit(pattern);
        setValue(pattern);
      }}
    />
  );
}

async function show() {
  const saved: string[] = [];
  const shown = await showPage(<Field onCommit={(pattern) => saved.push(pattern)} />, {
    answers: (os) => ({
      delivery: {
        examplePath: os.delivery.examplePath.handler(({ input }) =>
          input.pattern
            .replace('{project}', 'Coast')
            .replace('{scene}', 'S-1')
            .replace('{date}', '2026-03-05'),
        ),
      },
    }),
  });
  return { ...shown, saved };
}
const field = () => screen.findByLabelText('Folders of downloads');

it('shows the path of a known file while the pattern is typed, and saves it with Enter', async () => {
  const { user, saved } = await show();
  expect(await screen.findByText('For example Coast/S-1')).toBeDefined();
  await user.clear(await field());
  await user.type(await field(), '{{project}/{{date}');
  expect(await screen.findByText('For example Coast/2026-03-05')).toBeDefined();
  expect(saved).toEqual([]);
  await user.keyboard('{Enter}');
  expect(saved).toEqual(['{project}/{date}']);
  await user.click(await screen.findByRole('button', { name: 'Use the default' }));
  expect(saved.at(-1)).toBe('{project}/{scene}');
  await waitFor(async () => expect(await field()).toHaveProperty('value', '{project}/{scene}'));
});

it('keeps a pattern that cannot be used in the field, says why, and saves nothing', async () => {
  const { user, saved } = await show();
  await user.clear(await field());
  await user.type(await field(), '{{project}/{{name}');
  await user.tab();
  expect(await screen.findByText('No folder can be named after name.')).toBeDefined();
  expect(saved).toEqual([]);
  expect(await field()).toHaveProperty('value', '{project}/{name}');
  await user.click(await field());
  await user.keyboard('{Escape}');
  expect(await field()).toHaveProperty('value', '{project}/{scene}');
});
