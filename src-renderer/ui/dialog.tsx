import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClosedByEscape } from './open-dialogs.ts';

interface DialogProps extends Omit<ModalProps, 'closeOnEscape' | 'closeButtonProps'> {
  /** True for a dialog that opens by itself: it is opened by `useDialogTurn`. */
  givesWay?: boolean;
}

/** A dialog of the window. Of several that are open, Escape closes the uppermost one only. */
export function Dialog({ givesWay = false, ...props }: DialogProps) {
  const { t } = useTranslation();
  useClosedByEscape(props.opened, props.onClose, givesWay);
  return <Modal {...props} closeOnEscape={false} closeButtonProps={{ 'aria-label': t('common.close') }} />;
}
