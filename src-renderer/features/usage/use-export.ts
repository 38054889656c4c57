import { useTranslation } from 'react-i18next';
import type { Bill, Snapshot } from '../../../src-preload/contract/bills.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatUtcSeconds } from '../../kit/i18n/format.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import type { BillFormat } from './bill-format.ts';
import { unitWords } from './bill-words.ts';
import { type ExportOptions, exportBill } from './export-bill.ts';
import { exportWhole } from './export-whole.ts';
import { formatDay } from './period-words.ts';
import type { BillWords } from './write-bill.ts';

/** Returns how a current or saved bill is exported as a file. */
export function useExport() {
  const { t, i18n } = useTranslation();
  const { client } = useApi();

  function words(bill: Bill, snapshot: Snapshot | null): BillWords {
    const { language } = i18n;
    const { terms } = bill;
    const nobody = t('bills.noContract');
    return {
      sheets: {
        rows: t('bills.sheet.rows'),
        totals: t('bills.totals'),
        checks: t('bills.sheet.checks'),
        about: t('bills.sheet.about'),
      },
      about: [
        ...(snapshot === null ? [] : [[t('label.name'), snapshot.name] as [string, string]]),
        [t('bills.firstDay'), formatDay(language, terms.firstDay)],
        [t('bills.lastDay'), formatDay(language, terms.lastDay)],
        [t('bills.zone'), terms.timeZone],
        [t('label.from'), formatUtcSeconds(language, bill.from)],
        [t('bills.about.to'), formatUtcSeconds(language, bill.to)],
        [t('bills.about.workedOut'), formatUtcSeconds(language, bill.computedAt)],
        ...bill.sync.map(({ contractId, contractName, known, at }): [string, string] => [
          t('bills.about.contract', { contract: contractName ?? contractId ?? nobody }),
          at === null
            ? t(`bills.known.${known}`)
            : `${t(`bills.known.${known}`)}, ${formatUtcSeconds(language, at)}`,
        ]),
        ...bill.totals.map((total): [string, string] => [
          t('bills.about.total', { unit: unitWords(t, total.unit) }),
          total.quantity,
        ]),
        [t('bills.list.rows'), String(bill.counts.rows)],
        [t('bills.list.no-quantity'), String(bill.counts['no-quantity'])],
        [t('bills.list.no-time'), String(bill.counts['no-time'])],
        [t('bills.list.other-status'), String(bill.counts['other-status'])],
        [t('bills.about.quantity'), t('bills.about.quantityHow')],
        ...(snapshot === null ? [] : [[t('bills.about.hash'), snapshot.sha256] as [string, string]]),
      ],
    };
  }

  function contentOf(bill: Bill, snapshot: Snapshot | null): Omit<ExportOptions, 'format' | 'words'> {
    const { terms, computedAt: version } = bill;
    const fileName = `usage-${terms.firstDay}-${terms.lastDay}`;
    if (snapshot !== null) {
      const { id } = snapshot;
      return {
        bill,
        fileName: `${fileName}-saved-${snapshot.takenAt.slice(0, 10)}`,
        lists: { rows: (slice) => client.bills.snapshotRows({ id, ...slice }) },
      };
    }
    return {
      bill,
      fileName,
      lists: {
        rows: (slice) => client.bills.rows({ terms, version, list: 'rows', ...slice }),
        noTime: (slice) => client.bills.rows({ terms, version, list: 'no-time', ...slice }),
        otherStatus: (slice) => client.bills.rows({ terms, version, list: 'other-status', ...slice }),
        twice: (slice) => client.bills.rows({ terms, version, list: 'twice', ...slice }),
      },
      unbilled: (slice) => client.bills.unbilled({ terms, version, ...slice }),
      openOrders: (slice) => client.bills.openOrders({ terms, version, ...slice }),
    };
  }

  return useCommand({
    mutationFn: ({ bill, snapshot, format }: { bill: Bill; snapshot: Snapshot | null; format: BillFormat }) =>
      exportWhole({
        bill,
        write: (of) => exportBill({ ...contentOf(of, snapshot), format, words: words(of, snapshot) }),
        latest: ({ terms }) => client.bills.get({ terms }),
      }),
  });
}
