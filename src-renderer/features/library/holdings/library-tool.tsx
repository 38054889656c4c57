import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { Tool } from '../../../kit/ui/tool-button.tsx';
import { LibraryCareTabs } from './library-care-tabs.tsx';

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
