import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { TabPanels } from '../../../kit/ui/tab-panels.tsx';
import { Tool } from '../../../kit/ui/tool-button.tsx';
import { DiskUsePart } from './disk-use-part.tsx';
import { FoldersPart } from './folders-part.tsx';
import { LibraryCare } from './library-care.tsx';

const tabs = ['files', 'folders', 'use'] as const;

/** The tabs with all maintenance of the library. */
function LibraryCareTabs() {
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

/** The button that opens the maintenance of the library folder. */
export function LibraryTool() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Tool label={t('holdings.open')} icon={IconShieldCheck} onClick={() => setOpened(true)} />
      <Dialog opened={opened} onClose={() => setOpened(false)} size="lg" title={t('settings.libraryFolder')}>
        <LibraryCareTabs />
      </Dialog>
    </>
  );
}
