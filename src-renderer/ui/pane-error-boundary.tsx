import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { Translation } from 'react-i18next';

interface Props {
  children: ReactNode;
}
interface State {
  failed: string | null;
}

/** Catches an error in one pane, so that the other panes keep working. */
export class PaneErrorBoundary extends Component<Props, State> {
  override state: State = { failed: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { failed } = this.state;
    if (failed === null) return this.props.children;
    return (
      <Translation>
        {(t) => (
          <Alert
            icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}
            title={t('errors.PANE.title')}
            m="sm"
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
