import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TabPanels } from '../../../kit/ui/tab-panels.tsx';
import { DiskUsePart } from './disk-use-part.tsx';
import { FoldersPart } from './folders-part.tsx';
import { LibraryCare } from './library-care.tsx';

const tabs = ['files', 'folders', 'use'] as const;

/** The tabs with all maintenance of the library. */
export function LibraryCareTabs() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<(typeof tabs)[number]>('files');
  return (
    <TabPanels
      names={tabs}
      shown={shown}
      onShow={setShown}
      labelOf={(name) => (name === 'files' ? t('label.files') : t(`libraryFolders.tab.${name}`))}
      // The header of the dialog would cover the top of the focus ring.
      list={{ mt: 4, mb: 'md' }}
      panels={{ files: <LibraryCare />, folders: <FoldersPart />, use: <DiskUsePart /> }}
    />
  );
}
