import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useClosedByEscape } from '../../../kit/ui/open-dialogs.ts';
import { useFocusBack } from '../../../kit/ui/use-focus-back.ts';
import classes from './field-sheet.module.css';

/** Marks the document while a sheet is open, so that only the sheet is printed. */
function useOnlySheetPrinted() {
  useEffect(() => {
    document.body.dataset.fieldSheet = 'open';
    return () => {
      delete document.body.dataset.fieldSheet;
    };
  }, []);
}

interface SheetFrameProps {
  heading: string;
  onClose: () => void;
  /** The options and the page. */
  children: ReactNode;
}

/** The full-window frame of a printable page; nothing else of the document is printed. */
export function SheetFrame({ heading, onClose, children }: SheetFrameProps) {
  const { t } = useTranslation();
  useOnlySheetPrinted();
  useFocusBack();
  useClosedByEscape(true, onClose);
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={onClose}
      closeOnEscape={false}
      // A separate element at the end of the document, so that print styles can hide everything else.
      portalProps={{ reuseTargetNode: false, className: classes.portal ?? '' }}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      classNames={{
        root: classes.root,
        inner: classes.inner,
        content: classes.content,
        header: classes.header,
        body: classes.body,
      }}
    >
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{heading}</Modal.Title>
          <Modal.CloseButton aria-label={t('common.close')} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
