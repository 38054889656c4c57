import type { Bill, BillRow } from '../../../src-preload/contract/bills.ts';
import { saveFile } from '../../kit/client/save-file.ts';
import type { BillFileReply, BillFileRequest, BillRemainder } from './bill-file-worker.ts';
import { type BillFormat, billMediaTypes } from './bill-format.ts';
import type { BillWords } from './write-bill.ts';

interface Slice {
  offset: number;
  limit: number;
}
type Read<Row> = (slice: Slice) => Promise<{ total: number; rows: Row[] }>;

const atOnce = 1_000;

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

/** The input of a report file. The lists are read page by page while the file is written. */
export interface ExportOptions {
  bill: Bill;
  format: BillFormat;
  words: BillWords;
  /** Without the extension. */
  fileName: string;
  lists: Partial<Record<'rows' | 'noTime' | 'otherStatus' | 'twice', Read<BillRow>>>;
  unbilled?: Read<BillRemainder['unbilled'][number]>;
  openOrders?: Read<BillRemainder['openOrders'][number]>;
}

/** Reads a whole bill and saves it as a file, which a worker thread assembles. */
export async function exportBill(options: ExportOptions): Promise<void> {
  const worker = new Worker(new URL('./bill-file-worker.ts', import.meta.url), { type: 'module' });
  const { format, words } = options;
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
      send({ kind: 'write', format, content, words });
    });
    if ('failure' in reply) throw new Error(reply.failure);
    saveFile(`${options.fileName}.${format}`, new Uint8Array(reply.file), billMediaTypes[format]);
  } finally {
    worker.terminate();
  }
}
