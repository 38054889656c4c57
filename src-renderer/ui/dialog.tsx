import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClosedByEscape } from './open-dialogs.ts';

type DialogProps = Omit<ModalProps, 'closeOnEscape' | 'closeButtonProps'>;

/** A dialog of the window. Of several that are open, Escape closes the uppermost one only. */
export function Dialog(props: DialogProps) {
  const { t } = useTranslation();
  useClosedByEscape(props.opened, props.onClose);
  return <Modal {...props} closeOnEscape={false} closeButtonProps={{ 'aria-label': t('common.close') }} />;
}
