import type { Bill, BillRow } from '../../../src-preload/contract/bills.ts';
import { saveCsv, saveFile } from '../../client/save-file.ts';
import type { BillFileReply, BillFileRequest, BillRemainder } from './bill-file-worker.ts';
import type { BillWords } from './write-bill.ts';

interface Slice {
  offset: number;
  limit: number;
}
type Read<Row> = (slice: Slice) => Promise<{ total: number; rows: Row[] }>;

const atOnce = 1_000;
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function eachPage<Row>(read: Read<Row>, take: (rows: Row[]) => void) {
  for (let offset = 0, total = 1; offset < total; offset += atOnce) {
    const page = await read({ offset, limit: atOnce });
    ({ total } = page);
    take(page.rows);
  }
}

async function all<Row>(read: Read<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  await eachPage(read, (page) => rows.push(...page));
  return rows;
}

/** The input of a report file. The lists are read page by page while it is written. */
export interface ExportOptions {
  bill: Bill;
  fileName: string;
  lists: Partial<Record<'rows' | 'noTime' | 'otherStatus' | 'twice', Read<BillRow>>>;
  unbilled?: Read<BillRemainder['unbilled'][number]>;
  openOrders?: Read<BillRemainder['openOrders'][number]>;
}

/** Reads a whole bill and saves it as a file for the user. The file is written in a worker. */
export async function exportBill(options: ExportOptions, format: 'csv' | BillWords): Promise<void> {
  const worker = new Worker(new URL('./bill-file-worker.ts', import.meta.url), { type: 'module' });
  const send = (request: BillFileRequest) => worker.postMessage(request);
  try {
    for (const list of ['rows', 'noTime', 'otherStatus', 'twice'] as const) {
      const read = options.lists[list];
      if (read) await eachPage(read, (rows) => send({ kind: 'rows', list, rows }));
    }
    const content: BillRemainder = {
      bill: options.bill,
      unbilled: options.unbilled ? await all(options.unbilled) : [],
      openOrders: options.openOrders ? await all(options.openOrders) : [],
    };
    const reply = await new Promise<BillFileReply>((resolve, reject) => {
      worker.addEventListener('message', (event: MessageEvent<BillFileReply>) => resolve(event.data));
      worker.addEventListener('error', (event) => reject(new Error(event.message)));
      send(format === 'csv' ? { kind: 'csv', content } : { kind: 'xlsx', content, words: format });
    });
    if ('failure' in reply) throw new Error(reply.failure);
    if ('csv' in reply) saveCsv(`${options.fileName}.csv`, reply.csv);
    else saveFile(`${options.fileName}.xlsx`, new Uint8Array(reply.xlsx), xlsxType);
  } finally {
    worker.terminate();
  }
}
