import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { useApi, useContractName } from '../../client/api.tsx';
import { ErrorNote } from '../../shell/error-note.tsx';

export function CancelTask({ task, scope }: { task: TaskDetails; scope: Scope }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [asked, setAsked] = useState(false);
  const contract = useContractName();
  const cancel = useMutation({
    mutationFn: () => client.tasking.cancel({ scope, taskId: task.taskId }),
    onSuccess: () => setAsked(false),
  });
  const open = () => {
    cancel.reset();
    setAsked(true);
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('tasks.cancel')}
      </Button>
      <Modal
        opened={asked}
        onClose={() => setAsked(false)}
        title={t('tasks.cancelTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        centered
      >
        <Stack gap="sm">
          <Text size="sm">
            {t('tasks.cancelBody', { name: task.name || t('tasks.unnamed', { id: task.taskId }), contract })}
          </Text>
          {cancel.isError && <ErrorNote error={cancel.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)} data-autofocus>
              {t('tasks.keep')}
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('tasks.cancelConfirm', { contract })}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
