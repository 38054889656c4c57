import type { BillFormat } from './bill-format.ts';
import type { BillContent } from './bill-sheets.ts';
import { type BillWords, billWriters } from './write-bill.ts';

/** A message to the thread that writes report files. Rows are sent in several messages; `write` is the last one. */
export type BillFileRequest =
  | { kind: 'rows'; list: 'rows' | 'noTime' | 'otherStatus' | 'twice'; rows: BillContent['rows'] }
  | { kind: 'write'; format: BillFormat; content: BillRemainder; words: BillWords };
/** The parts of a report that are short enough for one message. */
export type BillRemainder = Pick<BillContent, 'bill' | 'unbilled' | 'openOrders'>;
/** The finished file, or the text of the error that prevented it. */
export type BillFileReply = { file: ArrayBuffer } | { failure: string };

/** Rows are sent in pages, so that a message never blocks the window. */
const lists = {
  rows: [] as BillContent['rows'][number][],
  noTime: [] as BillContent['rows'][number][],
  otherStatus: [] as BillContent['rows'][number][],
  twice: [] as BillContent['rows'][number][],
};

async function write(request: Exclude<BillFileRequest, { kind: 'rows' }>): Promise<BillFileReply> {
  const written = await billWriters[request.format]({ ...request.content, ...lists }, request.words);
  return { file: await new Blob([written]).arrayBuffer() };
}

self.addEventListener('message', (event: MessageEvent<BillFileRequest>) => {
  const request = event.data;
  if (request.kind === 'rows') {
    lists[request.list].push(...request.rows);
    return;
  }
  write(request)
    .catch(
      (error: unknown): BillFileReply => ({
        failure: error instanceof Error ? error.message : String(error),
      }),
    )
    .then((reply) => self.postMessage(reply, { transfer: 'file' in reply ? [reply.file] : [] }));
});
