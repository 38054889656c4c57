import { IconPackageExport, IconPackageImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tool } from '../../kit/ui/tool-button.tsx';
import { handOver, openPackage } from './handover-store.ts';

/** The buttons that make and open packages. */
export function HandoverTools() {
  const { t } = useTranslation();
  return (
    <>
      <Tool label={t('handover.make.open')} icon={IconPackageExport} onClick={handOver} />
      <Tool label={t('handover.open.open')} icon={IconPackageImport} onClick={() => openPackage()} />
    </>
  );
}
