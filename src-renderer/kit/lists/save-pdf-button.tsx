import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../client/api.tsx';
import { fileStem } from '../client/file-stem.ts';
import { useActOnce, useSay } from '../ui/use-act.ts';

interface SavePdfButtonProps {
  /** What the page is called; the file gets this name. */
  title: string;
  /** False while the page is not complete. */
  isPossible: boolean;
}

/** The button that saves the page as a PDF, where the window has no dialog for printing that does it. */
export function SavePdfButton({ title, isPossible }: SavePdfButtonProps) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useActOnce();
  const say = useSay();
  const isOffered = useQuery(query.app.info.queryOptions()).data?.capabilities.savePdf === true;
  if (!isOffered) return null;
  const save = async () => {
    const path = await client.app.savePdf({ name: fileStem(title) || 'Nadir' });
    if (path !== null) say({ message: t('fieldSheet.pdfSaved', { path }), color: 'teal' });
  };
  return (
    <Button variant="default" disabled={!isPossible} onClick={() => act(save)}>
      {t('fieldSheet.savePdf')}
    </Button>
  );
}
