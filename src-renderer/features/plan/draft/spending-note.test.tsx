import { screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { expect, it } from 'vitest';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { noSpending, type Spending } from './spending.ts';
import { SpendingNote, spendingWords } from './spending-note.tsx';

const of = (fields: Partial<Spending>): Spending => ({ ...noSpending, ...fields });
const note = () => screen.getByRole('note').textContent ?? '';

it('says how many captures are ordered, that more may come, and who pays', async () => {
  await showPage(<SpendingNote spending={of({ requests: 1, captures: 1 })} contract="North" />);
  expect(note()).toContain('Orders 1 capture.');
  expect(note()).toContain('Captures that are repeated after a failure or a rejection may be added.');
  expect(note()).toContain('What is delivered is charged to North. The service gives no price in advance.');
});

it('counts in the language of the screen', async () => {
  await showPage(
    <SpendingNote spending={of({ requests: 9, captures: 12_345, archive: 1 })} contract="Norte" />,
    {
      language: 'es',
    },
  );
  expect(note()).toContain('Pide 12.345 capturas. Pide 1 escena de archivo.');
});

it('says of what recurs that it is at least one in each repetition, and that the service decides', async () => {
  const spending = of({ requests: 1, captures: 52, recurrent: 1 });
  const { redraw } = await showPage(<SpendingNote spending={spending} contract="North" every="7 days" />);
  expect(note()).toContain('Orders at least 52 captures by the end of the window.');
  expect(note()).toContain(
    'Recurrent, every 7 days: at least one capture in each repetition until the window',
  );
  expect(note()).toContain('The service decides how many.');
  redraw(<SpendingNote spending={of({ ...spending, recurrent: 3 })} contract="North" />);
  expect(note()).toContain('3 are recurrent: at least one capture in each repetition');
  expect(note()).toContain('The service decides how many.');
});

it('warns where more is planned at once than is needed', async () => {
  await showPage(
    <SpendingNote spending={of({ requests: 1, captures: 1, plansMore: true })} contract="North" />,
  );
  expect(note()).toContain('You may receive more captures than you need.');
  expect(note()).not.toContain('may be added');
});

it('says the size of areas, and that the service decides how many captures they take', async () => {
  await showPage(
    <SpendingNote spending={of({ requests: 2, areas: 2, areasKm2: 1_234.56 })} contract="North" />,
  );
  expect(note()).toContain('Orders 2 areas, 1,235 km² in total.');
  expect(note()).toContain('An area is acquired in strips over several days.');
});

it('promises no repeated captures of what is in the archive already', async () => {
  await showPage(<SpendingNote spending={of({ archive: 2 })} contract="North" />);
  expect(note()).toContain('Orders 2 archive scenes.');
  expect(note()).not.toContain('repeated');
});

it('says nothing of what brings nothing', async () => {
  await showPage(<SpendingNote spending={noSpending} contract="North" />);
  expect(screen.queryByRole('note')).toBeNull();
});

function Words({ spending }: { spending: Spending }) {
  const { t, i18n } = useTranslation();
  return <output>{spendingWords(t, i18n.language, spending)}</output>;
}

it('says the same in a few words for a row', async () => {
  const { redraw } = await showPage(<Words spending={of({ requests: 1, captures: 1_000 })} />);
  const words = () => screen.getByRole('status').textContent;
  expect(words()).toBe('1,000 captures');
  redraw(<Words spending={of({ requests: 1, captures: 52, recurrent: 1, archive: 1 })} />);
  expect(words()).toBe('at least 52 captures · 1 archive scene · recurrent');
  redraw(<Words spending={noSpending} />);
  expect(words()).toBe('');
});
