import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import classes from './transfer.module.css';
import type { RowActions } from './transfer-row.tsx';

/** The transfer whose menu is open, and the button where the menu opens and to which the focus returns. */
export interface OpenMenu {
  transfer: Transfer;
  button: HTMLElement;
}

/** One menu for all rows; it opens at the button of its row. */
export function RowMenu({
  open,
  actions,
  onClose,
}: {
  open: OpenMenu;
  actions: RowActions;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { transfer, button } = open;
  const { fileId, state } = transfer;
  const box = button.getBoundingClientRect();
  const idle = state === 'paused' || state === 'failed' || state === 'waiting';
  return (
    <Menu
      opened
      onClose={() => {
        onClose();
        button.focus();
      }}
      position="bottom-end"
      withinPortal
    >
      <Menu.Target>
        {/* Positioned at the row's button, which may be scrolled out of the list. */}
        <button
          type="button"
          tabIndex={-1}
          className={classes.menuPlace}
          aria-label={t('library.more', { file: transfer.fileName })}
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => actions.step(transfer, 'top')}>{t('downloads.moveTop')}</Menu.Item>
        <Menu.Item onClick={() => actions.step(transfer, 'up')}>{t('downloads.moveUp')}</Menu.Item>
        <Menu.Item onClick={() => actions.step(transfer, 'down')}>{t('downloads.moveDown')}</Menu.Item>
        <Menu.Item onClick={() => actions.step(transfer, 'end')}>{t('downloads.moveEnd')}</Menu.Item>
        <Menu.Divider />
        {idle && <Menu.Item onClick={() => actions.retry(transfer)}>{t('downloads.retry')}</Menu.Item>}
        {state !== 'paused' && state !== 'failed' && state !== 'verifying' && (
          <Menu.Item onClick={() => actions.pause(transfer)}>{t('downloads.pause')}</Menu.Item>
        )}
        <Menu.Item onClick={() => act(() => client.delivery.remove({ fileId }))}>
          {t('common.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
