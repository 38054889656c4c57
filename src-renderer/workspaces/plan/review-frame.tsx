import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractName } from '../../client/api.tsx';
import { isDeclared } from '../../i18n/error-text.ts';
import { sumOf } from '../../subjects/draft/spending.ts';
import { SpendingNote } from '../../subjects/draft/spending-note.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import classes from '../../ui/panes.module.css';
import { type ReviewedCommands, useMakeCommands } from './use-make-commands.ts';

interface ReviewFrameProps extends ReviewedCommands {
  title: string;
  /** The text of the button that sends; it names the contract. */
  sendLabel: string;
  /** How often captures are made, for a single recurrent request. */
  every?: string | null;
  onBack: () => void;
  /** Called when everything is in the outbox, so that the form can be cleared. */
  onMade: () => void;
  /** What is asked for. */
  children: ReactNode;
  /** What stands below the note about the costs. */
  below?: ReactNode;
}

/** The last step before anything is sent, for tasks and orders alike: what is asked for, what it may cost, and two ways on. */
export function ReviewFrame(props: ReviewFrameProps) {
  const { inputs, commandId, every = null } = props;
  const { t } = useTranslation();
  const contract = useContractName();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const make = useMakeCommands(props, props.onMade);
  // It is not known whether the main process has stored them; another attempt could add them twice.
  const isLost = make.isError && !isDeclared(make.error);
  return (
    <div className={classes.scroll} data-testid="review">
      <Stack gap="sm" p="sm">
        <Group justify="space-between" gap={6} wrap="nowrap">
          <Text ref={heading} component="h3" fw={600} size="sm" m={0} tabIndex={-1}>
            {props.title}
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            style={{ flex: 'none' }}
            onClick={props.onBack}
            disabled={make.isPending}
          >
            {t('plan.toForm')}
          </Button>
        </Group>
        {props.children}
        <SpendingNote spending={sumOf(inputs)} contract={contract} every={every} />
        {props.below}
        {make.isError && !isLost && <ErrorNote error={make.error} />}
        {isLost && (
          <Text size="xs" role="alert">
            {t('outbox.mainLost')}
          </Text>
        )}
        <Group justify="flex-end" gap={6}>
          <Button
            variant="default"
            loading={make.isPending && !make.variables}
            disabled={make.isPending || isLost}
            onClick={() => make.mutate(false)}
          >
            {commandId === null ? t('outbox.add') : t('outbox.keep')}
          </Button>
          <Button
            loading={make.isPending && make.variables}
            disabled={make.isPending || isLost}
            onClick={() => make.mutate(true)}
          >
            {props.sendLabel}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
