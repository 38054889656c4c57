import {
  IconDots,
  IconGripVertical,
  IconMap,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import { FileName } from '../../kit/ui/file-name.tsx';
import type { RowWords } from './row-words.ts';
import classes from './transfer.module.css';
import { transferOrigin, transferPercent, transferText } from './transfer-text.ts';

/** The actions of a row. `grab` starts a drag; `step` moves the transfer within the queue by keyboard. */
export interface RowActions {
  pause: (transfer: Transfer) => void;
  resume: (transfer: Transfer) => void;
  retry: (transfer: Transfer) => void;
  showOnMap: (transfer: Transfer) => void;
  openMenu: (transfer: Transfer, button: HTMLElement) => void;
  grab: (transfer: Transfer, event: React.PointerEvent<HTMLElement>) => void;
  step: (transfer: Transfer, step: 'up' | 'down' | 'top' | 'end') => void;
}

const stepKeys = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top', End: 'end' } as const;

function stepOf(key: string): 'up' | 'down' | 'top' | 'end' | null {
  return key === 'ArrowUp' || key === 'ArrowDown' || key === 'Home' || key === 'End' ? stepKeys[key] : null;
}

function mainButton(transfer: Transfer, actions: RowActions, words: RowWords) {
  const { state, fileName: file } = transfer;
  if (state === 'verifying') return null;
  const kind = state === 'paused' ? 'resume' : state === 'failed' || state === 'waiting' ? 'retry' : 'pause';
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={words[`${kind}File`](file)}
      title={words[kind]}
      onClick={() => actions[kind](transfer)}
    >
      {icons[kind]}
    </button>
  );
}

const icons = {
  pause: <IconPlayerPause size={14} aria-hidden />,
  resume: <IconPlayerPlay size={14} aria-hidden />,
  retry: <IconRefresh size={14} aria-hidden />,
};

/** A row of the queue. It uses plain elements: rendering forty rows of Mantine components takes longer than a frame. */
export const TransferRow = memo(function TransferRow({
  transfer,
  actions,
  dragged,
  words,
  t,
  language,
}: {
  transfer: Transfer;
  actions: RowActions;
  dragged: boolean;
  words: RowWords;
  t: TFunction;
  language: string;
}) {
  const text = transferText(t, language, transfer);
  const percent = transferPercent(transfer);
  const origin = transferOrigin(language, transfer);
  const { fileName: file, state } = transfer;
  return (
    <div
      className={`${classes.row} ${dragged ? classes.dragged : ''}`}
      data-testid="transfer"
      data-file={transfer.fileId}
      data-state={state}
    >
      <button
        type="button"
        className={classes.grip}
        aria-label={words.moveFile(file)}
        onPointerDown={(event) => actions.grab(transfer, event)}
        onKeyDown={(event) => {
          const step = stepOf(event.key);
          if (step === null) return;
          event.preventDefault();
          actions.step(transfer, step);
        }}
      >
        <IconGripVertical size={14} aria-hidden />
      </button>
      <FileName name={file} />
      <span className={classes.buttons}>
        {mainButton(transfer, actions, words)}
        <button
          type="button"
          className={classes.button}
          aria-label={words.mapFile(file)}
          title={words.showOnMap}
          onClick={() => actions.showOnMap(transfer)}
        >
          <IconMap size={14} aria-hidden />
        </button>
        <button
          type="button"
          className={classes.button}
          aria-label={words.more(file)}
          aria-haspopup="menu"
          onClick={(event) => actions.openMenu(transfer, event.currentTarget)}
        >
          <IconDots size={14} aria-hidden />
        </button>
      </span>
      <div className={classes.wide}>
        <div className={classes.text} title={origin}>
          {origin}
        </div>
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={words.progressFile(file)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percent)}
          data-state={state}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
        <div className={classes.text} data-state={state} title={text}>
          {text}
        </div>
      </div>
    </div>
  );
});
