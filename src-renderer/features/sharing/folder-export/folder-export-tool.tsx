import { IconPackageExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { Tool } from '../../../kit/ui/tool-button.tsx';
import type { SceneTerms } from '../../library/scene-filters.ts';
import { FolderExportForm } from './folder-export-form.tsx';

/** The button that opens the export of the selected scenes, or of all listed ones, for other people. */
export function FolderExportTool({ terms }: { terms: SceneTerms }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tool label={t('handOn.open')} icon={IconPackageExport} onClick={() => setOpen(true)} />
      <Dialog opened={isOpen} onClose={() => setOpen(false)} size="lg" title={t('handOn.title')}>
        <FolderExportForm terms={terms} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
