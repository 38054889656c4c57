import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClosedByEscape, useDialogTurn } from './open-dialogs.ts';

interface DialogProps extends Omit<ModalProps, 'closeOnEscape' | 'closeButtonProps'> {
  /** True for a dialog that opens by itself: it is hidden while another one is open. */
  givesWay?: boolean;
}

/** A dialog of the window. Of several that are open, Escape closes the uppermost one only. */
export function Dialog({ givesWay = false, opened, ...props }: DialogProps) {
  const { t } = useTranslation();
  const hasTurn = useDialogTurn(givesWay);
  const isShown = opened && hasTurn;
  useClosedByEscape(isShown, props.onClose, givesWay);
  return (
    <Modal
      {...props}
      opened={isShown}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    />
  );
}
