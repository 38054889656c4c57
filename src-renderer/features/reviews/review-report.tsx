import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { exportStore } from '../../kit/export/export-store.ts';
import { formatUtcDay } from '../../kit/i18n/format.ts';
import { SavePdfButton } from '../../kit/lists/save-pdf-button.tsx';
import { reviewStore } from '../../kit/state/review-store.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { PrintButton } from '../../kit/ui/print-button.tsx';
import classes from '../places/field-sheet/field-sheet.module.css';
import { PaperPreview } from '../places/field-sheet/paper-preview.tsx';
import { SheetFrame } from '../places/field-sheet/sheet-frame.tsx';
import { ReportPage } from './report-page.tsx';
import { type ReportedScene, readReported, reportSource } from './report-rows.ts';

/** The maximum number of printed scenes: some fifty pages. Files have no such limit. */
const maxPrinted = 200;

const close = () => reviewStore.setState({ report: null });

type Read = { scenes: ReportedScene[] } | { error: unknown } | null;

/** Fetches the scenes of the report; null while they load, and if they are too many to print. */
function useReported(ids: readonly LibrarySceneId[]): Read {
  const { client } = useApi();
  const [read, setRead] = useState<Read>(null);
  useEffect(() => {
    if (ids.length > maxPrinted) return;
    const ended = new AbortController();
    const all = async () => {
      const scenes: ReportedScene[] = [];
      for await (const page of readReported(client, ids, ended.signal)) scenes.push(...page);
      return scenes;
    };
    all().then(
      (scenes) => setRead({ scenes }),
      (error: unknown) => {
        if (!ended.signal.aborted) setRead({ error });
      },
    );
    return () => ended.abort();
  }, [client, ids]);
  return read;
}

interface ReviewReportProps {
  title: string;
  librarySceneIds: readonly LibrarySceneId[];
}

/** The dialog with the report of reviews: a page with pictures to print, and an export to a file. It covers the window. */
export function ReviewReport({ title: usual, librarySceneIds: ids }: ReviewReportProps) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const [title, setTitle] = useState(usual);
  const [paper, setPaper] = useState<'a4' | 'letter'>('a4');
  const [areReady, setReady] = useState(false);
  const [openedAt] = useState(() => new Date().toISOString());
  const read = useReported(ids);
  const source = useMemo(() => reportSource({ client, t, title, ids }), [client, t, title, ids]);
  const scenes = read !== null && 'scenes' in read ? read.scenes : null;
  const hasScenes = scenes !== null && scenes.length > 0;
  const isReading = read === null && ids.length <= maxPrinted;
  return (
    <SheetFrame heading={t('reviews.report.title')} onClose={close}>
      <div className={classes.choices}>
        <Stack gap="md">
          <TextInput
            label={t('fieldSheet.title')}
            value={title}
            maxLength={200}
            data-autofocus
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Select
            label={t('fieldSheet.paper')}
            data={(['a4', 'letter'] as const).map((value) => ({
              value,
              label: t(`fieldSheet.papers.${value}`),
            }))}
            value={paper}
            allowDeselect={false}
            onChange={(name) => setPaper(name === 'letter' ? 'letter' : 'a4')}
          />
          <Text size="sm">{t('reviews.report.hint')}</Text>
          {ids.length > maxPrinted && (
            <Text size="sm" role="alert">
              {t('reviews.report.tooMany', { count: ids.length, most: maxPrinted })}
            </Text>
          )}
          {read === null && ids.length <= maxPrinted && <Busy label={t('common.loading')} />}
          {read !== null && 'error' in read && <ErrorNote error={read.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => {
                close();
                exportStore.setState({ open: { kind: 'file', source } });
              }}
            >
              {t('reviews.report.file')}
            </Button>
            <SavePdfButton title={title} isPossible={hasScenes && areReady && !isReading} />
            <PrintButton isWaiting={isReading || (hasScenes && !areReady)} isPossible={hasScenes} />
          </Group>
        </Stack>
      </div>
      <PaperPreview>
        {scenes !== null && (
          <ReportPage
            title={title}
            scenes={scenes}
            paper={paper}
            date={formatUtcDay(i18n.language, openedAt)}
            onReady={setReady}
          />
        )}
      </PaperPreview>
    </SheetFrame>
  );
}
