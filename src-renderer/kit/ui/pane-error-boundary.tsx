import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { Translation } from 'react-i18next';
import classes from './panes.module.css';

interface Props {
  children: ReactNode;
  /** True for what has no pane of its own, such as a dialog or the palette: the error is shown above the window. */
  isFloating?: boolean;
}
interface State {
  failed: string | null;
}

/**
 * Catches an error in one pane or dialog, so that the rest of the window keeps working. Without one around it, an error
 * empties the whole window. What was caught is logged by the root (`main.tsx`).
 */
export class PaneErrorBoundary extends Component<Props, State> {
  override state: State = { failed: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { failed } = this.state;
    const { children, isFloating = false } = this.props;
    if (failed === null) return children;
    return (
      <Translation>
        {(t) => (
          <Alert
            icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}
            title={isFloating ? t('errors.PANE.part') : t('errors.PANE.title')}
            m="sm"
            className={isFloating ? (classes.failedPart ?? '') : ''}
            role="alert"
          >
            <Text size="xs">{t('errors.PANE.hint')}</Text>
            <Text size="xs" mt={4} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {failed}
            </Text>
            <Button mt="xs" variant="default" onClick={() => this.setState({ failed: null })}>
              {t('common.tryAgain')}
            </Button>
          </Alert>
        )}
      </Translation>
    );
  }
}
