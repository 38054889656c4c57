import type { Transfer } from '../../src-preload/contract/delivery.ts';
import type { Implementer } from '../implementer.ts';
import { iterate } from '../iterate.ts';
import type { Delivery } from './delivery.ts';

export function deliveryProcedures(
  os: Implementer,
  { delivery, closing }: { delivery: Delivery; closing: AbortSignal },
) {
  return {
    download: os.delivery.download.handler(({ input }) => delivery.download(input.fileIds)),
    list: os.delivery.list.handler(() => delivery.list()),
    pause: os.delivery.pause.handler(({ input }) => delivery.pause(input.fileId)),
    resume: os.delivery.resume.handler(({ input }) => delivery.resume(input.fileId)),
    remove: os.delivery.remove.handler(({ input }) => delivery.remove(input.fileId)),
    progress: os.delivery.progress.handler(({ signal }) =>
      iterate<Transfer[]>((push) => delivery.onProgress(push), [signal, closing]),
    ),
  };
}
