import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddedSku } from '../../../../src-preload/contract/settings.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { SkuEditor } from './sku-editor.tsx';

const emptySku = (code: string): AddedSku => ({
  code,
  label: '',
  geometry: 'Point',
  parameters: [
    { name: 'start', type: 'time', required: true },
    { name: 'end', type: 'time', required: true },
    { name: 'processing_level', type: 'level', required: false },
  ],
});

interface SkuDialogProps {
  opened: boolean;
  added: readonly AddedSku[];
  /** An unknown code, as the initial value of the form. */
  suggested: string;
  onClose: () => void;
  onUse: (code: string) => void;
}

/** The dialog for SKUs that the user defines, so that new ones need no new version of Nadir. */
export function SkuDialog({ opened, added, suggested, onClose, onUse }: SkuDialogProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [edited, setEdited] = useState<AddedSku | null>(null);
  const remove = useMutation({
    mutationFn: (code: string) =>
      client.settings.set({ orderSkus: added.filter((each) => each.code !== code) }),
  });
  const close = () => {
    setEdited(null);
    onClose();
  };
  const asked = edited ?? (added.length === 0 ? emptySku(suggested) : null);
  return (
    <Dialog opened={opened} onClose={close} title={t('orderForm.skusTitle')} size={560}>
      {asked ? (
        <SkuEditor
          key={asked.code}
          start={asked}
          added={added}
          onDone={() => (edited && added.length > 0 ? setEdited(null) : close())}
          onUse={(code) => {
            setEdited(null);
            onUse(code);
          }}
        />
      ) : (
        <Stack gap="sm">
          {added.map((sku) => (
            <Group key={sku.code} gap={6} wrap="nowrap" data-testid="added-sku">
              <Text size="sm" style={{ flex: 1, overflowWrap: 'anywhere' }}>
                {sku.code}
                {sku.label !== '' && (
                  <Text span size="xs" c="var(--nadir-quiet)" ml={8}>
                    {sku.label}
                  </Text>
                )}
              </Text>
              <Button size="compact-xs" variant="default" onClick={() => onUse(sku.code)}>
                {t('common.use')}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('orderForm.editSku', { code: sku.code })}
                title={t('orderForm.editSku', { code: sku.code })}
                onClick={() => setEdited(sku)}
              >
                <IconPencil size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('orderForm.removeSku', { code: sku.code })}
                title={t('orderForm.removeSku', { code: sku.code })}
                onClick={() => remove.mutate(sku.code)}
              >
                <IconTrash size={15} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {remove.isError && <ErrorNote error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
            <Button onClick={() => setEdited(emptySku(suggested))} data-autofocus>
              {t('orderForm.anotherSku')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
