import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import classes from './field-sheet.module.css';

/** Marks the page while a sheet is open, so that nothing else of it is printed. */
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
  /** The choices and the page. */
  children: ReactNode;
}

/** The window of something that is printed: it covers everything else, and nothing else is on paper. */
export function SheetFrame({ heading, onClose, children }: SheetFrameProps) {
  const { t } = useTranslation();
  useOnlySheetPrinted();
  useFocusBack();
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={onClose}
      // An element of its own at the end of the page, all of which is printed, and nothing else.
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
