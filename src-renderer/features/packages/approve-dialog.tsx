import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestPersonName } from '../../../src-preload/contract/handover.ts';
import { useApi } from '../../kit/client/api.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useSay } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';

/** The dialog that asks for the approver's name. */
export function ApproveDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const say = useSay();
  const offer = useQuery(query.handover.offer.queryOptions({ input: { scope: null } }));
  const storedName = offer.data?.maker ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const name = (typed ?? storedName).trim();
  const approve = useCommand({
    mutationFn: () => client.handover.approve({ ids: [...ids], by: name }),
    onSuccess({ approved }) {
      say({ message: t('handover.trail.approved', { count: approved }), color: 'teal' });
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('handover.trail.approveTitle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== '') approve.mutate();
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{t('handover.trail.approveHint')}</Text>
          <TextInput
            label={t('handover.make.maker')}
            value={typed ?? storedName}
            // A name that arrives while somebody types would be mixed with what is typed.
            readOnly={offer.isPending}
            maxLength={longestPersonName}
            required
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {approve.isError && <ErrorNote error={approve.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={approve.isPending} disabled={name === ''}>
              {t('handover.trail.approveAs', { name })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
