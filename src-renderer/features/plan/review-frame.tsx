import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractName } from '../../kit/client/api.tsx';
import { isDeclared } from '../../kit/i18n/error-text.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import classes from '../../kit/ui/panes.module.css';
import { useOnePress } from '../../kit/ui/use-one-press.ts';
import { sumOf } from './draft/spending.ts';
import { SpendingNote } from './draft/spending-note.tsx';
import { FormChecks } from './prepared/check-notes.tsx';
import ownClasses from './review-frame.module.css';
import { type ReviewedCommands, useMakeCommands } from './use-make-commands.ts';

interface ReviewFrameProps extends ReviewedCommands {
  title: string;
  /** The text of the button that sends; it names the contract. */
  sendLabel: string;
  /** The interval between captures, for a single recurrent request. */
  every?: string | null;
  onBack: () => void;
  /** Called when everything is in the outbox, so that the form can be cleared. */
  onMade: () => void;
  /** The description of the request. */
  children: ReactNode;
  /** Shown below the description. */
  below?: ReactNode;
}

/**
 * The last step before tasks or orders are sent: what they request, what that may cost, and buttons to send or to save
 * them.
 */
export function ReviewFrame(props: ReviewFrameProps) {
  const { inputs, commandId, every = null } = props;
  const { t } = useTranslation();
  const contract = useContractName();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { press, again } = useOnePress();
  const make = useMakeCommands(props, props.onMade);
  // After a success the form is cleared, and its review ends with it.
  const makeOnce = (release: boolean) => press(() => make.mutate(release, { onError: again }));
  // The main process may have stored them; another attempt could add them twice.
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
        <FormChecks scope={props.scope} commands={inputs} editedId={commandId} />
        {props.children}
        {props.below}
        {make.isError && !isLost && <ErrorNote error={make.error} />}
        {isLost && (
          <Text size="xs" role="alert">
            {t('outbox.mainLost')}
          </Text>
        )}
        <Stack gap="xs" className={ownClasses.actions}>
          <SpendingNote spending={sumOf(inputs)} contract={contract} every={every} />
          <Group justify="flex-end" gap={6}>
            <Button
              variant="default"
              loading={make.isPending && !make.variables}
              disabled={make.isPending || isLost}
              onClick={() => makeOnce(false)}
            >
              {commandId === null ? t('outbox.add') : t('outbox.keep')}
            </Button>
            <Button
              loading={make.isPending && make.variables}
              disabled={make.isPending || isLost}
              onClick={() => makeOnce(true)}
            >
              {props.sendLabel}
            </Button>
          </Group>
        </Stack>
      </Stack>
    </div>
  );
}
