import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PackageId,
  type PackageReport,
  packageEnding,
  packageIdSchema,
} from '../../../src-preload/contract/handover.ts';
import { useApi } from '../../kit/client/api.tsx';
import { Busy } from '../../kit/ui/busy.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { WorkingNote } from '../../kit/ui/working-note.tsx';
import { sendPackageBytes } from './package-bytes.ts';
import { PackageReportPane } from './package-report.tsx';
import { PackageReviewPane } from './package-review.tsx';

const unknownPackage = packageIdSchema.parse('none');

/** Passes the file to the main process, which checks and compares it; closing the dialog cancels that. */
function useOpening(file: File | null) {
  const { client, query } = useApi();
  const [id, setId] = useState<PackageId | null>(null);
  const [bytes, setBytes] = useState({ done: 0, total: 0 });
  const opened = useRef<PackageId | null>(null);
  const aborter = useRef<AbortController | null>(null);
  const send = useCommand({
    mutationFn: async (chosen: File) => {
      aborter.current?.abort();
      const current = new AbortController();
      aborter.current = current;
      const { signal } = current;
      setId(null);
      const onProgress = (done: number, total: number) => setBytes({ done, total });
      const sent = await sendPackageBytes(client, chosen, { signal, onProgress });
      opened.current = sent;
      setId(sent);
    },
  });
  const progress = useQuery({
    ...query.handover.progress.queryOptions({ input: { id: id ?? unknownPackage } }),
    enabled: id !== null,
  }).data;
  const review = useQuery({
    ...query.handover.review.queryOptions({ input: { id: id ?? unknownPackage } }),
    enabled: id !== null && progress?.state === 'ready',
  });
  const { mutate } = send;
  useEffect(() => {
    if (file !== null) mutate(file);
  }, [file, mutate]);
  useEffect(
    () => () => {
      aborter.current?.abort();
      if (opened.current !== null) client.handover.discard({ id: opened.current }).catch(() => undefined);
    },
    [client],
  );
  return { id, send, bytes, progress, review };
}

function Opening({ file, onClose }: { file: File | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, send, bytes, progress, review } = useOpening(file);
  const [report, setReport] = useState<PackageReport | null>(null);
  const name = send.variables?.name ?? file?.name ?? '';
  const failure = send.error ?? (progress?.state === 'failed' ? progress.error : null) ?? review.error;
  if (report !== null) return <PackageReportPane report={report} onClose={onClose} />;
  if (id !== null && review.data && !failure)
    return (
      <PackageReviewPane
        id={id}
        review={review.data}
        readAgain={review.refetch}
        onDone={setReport}
        onClose={onClose}
      />
    );
  if (send.isPending)
    return <WorkingNote label={t('handover.open.receiving', { name })} {...bytes} onCancel={onClose} />;
  if (id !== null && !failure) {
    const { done = 0, total = 0 } = progress ?? {};
    return (
      <WorkingNote
        label={t('handover.open.checking', { name })}
        done={done}
        total={total}
        onCancel={onClose}
      />
    );
  }
  if (file !== null && !failure) return <Busy size={22} label={t('common.loading')} />;
  return (
    <Stack gap="sm">
      {failure ? <ErrorNote error={failure} /> : <Text size="sm">{t('handover.open.hint')}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <FileButton
          accept={`.${packageEnding}`}
          onChange={(chosen) => {
            if (chosen !== null) send.mutate(chosen);
          }}
        >
          {(props) => (
            <Button {...props} data-autofocus>
              {failure ? t('handover.open.another') : t('handover.open.choose')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}

/** The dialog that opens a package: checks it, compares it with the local data, and lets the user review and accept it. */
export function OpenPackage({ file, onClose }: { file: File | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={t('handover.open.title')} size={1040} closeOnClickOutside={false}>
      <Opening file={file} onClose={onClose} />
    </Dialog>
  );
}
