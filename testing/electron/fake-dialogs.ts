import type {
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';

interface Answers {
  /** What the user picks in a dialog of files or folders. */
  files: OpenDialogReturnValue;
  /** Where the user saves a file. */
  target: SaveDialogReturnValue;
  /** The buttons that the user presses, in turn; without any, the one that closing a dialog stands for. */
  buttons: number[];
  /** True while the user is away: messages stay open until a signal closes them. */
  isAway: boolean;
}

/** A dialog is called with its options, and before them with the window it belongs to, if there is one. */
type DialogCall<Options> = [Options] | [parent: unknown, Options];

/** The dialogs of the system. A test says what the user answers, and sees what was asked. */
export function createFakeDialogs(isReady: () => boolean) {
  const errorBoxes: { title: string; content: string }[] = [];
  const opened: OpenDialogOptions[] = [];
  const messages: MessageBoxOptions[] = [];
  const saved: SaveDialogOptions[] = [];
  const answers: Answers = {
    files: { canceled: true, filePaths: [] },
    target: { canceled: true, filePath: '' },
    buttons: [],
    isAway: false,
  };

  function assertReady() {
    if (!isReady()) throw new Error('dialog module can only be used after app is ready');
  }
  const optionsOf = <Options>(call: DialogCall<Options>) => (call.length === 2 ? call[1] : call[0]);

  function press(options: MessageBoxOptions): number {
    assertReady();
    messages.push(options);
    return answers.buttons.shift() ?? options.cancelId ?? 0;
  }

  return {
    dialog: {
      showErrorBox: (title: string, content: string) => void errorBoxes.push({ title, content }),
      async showOpenDialog(...call: DialogCall<OpenDialogOptions>): Promise<OpenDialogReturnValue> {
        assertReady();
        opened.push(optionsOf(call));
        return answers.files;
      },
      async showSaveDialog(...call: DialogCall<SaveDialogOptions>): Promise<SaveDialogReturnValue> {
        assertReady();
        saved.push(optionsOf(call));
        return answers.target;
      },
      async showMessageBox(...call: DialogCall<MessageBoxOptions>): Promise<MessageBoxReturnValue> {
        const options = optionsOf(call);
        const { signal } = options;
        const response = press(options);
        if (answers.isAway)
          await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
        return {
          response: signal?.aborted ? (options.cancelId ?? 0) : response,
          checkboxChecked: false,
        };
      },
      showMessageBoxSync: (...call: DialogCall<MessageBoxOptions>) => press(optionsOf(call)),
    },
    errorBoxes,
    opened,
    saved,
    messages,
    answers,
  };
}
