import { ActionIcon, Button, Group, Select, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { RasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { useApi } from '../../kit/client/api.tsx';
import { mapStore, restyleRaster } from '../../kit/state/map-store.ts';
import { useAct, useActOnce, useSay } from '../../kit/ui/use-act.ts';
import { useRasterStyles } from '../shown-raster.ts';

interface SavedStylesProps {
  style: RasterStyle;
  /** The product of the scene; null if the service did not name it. */
  product: string | null;
}

const isSame = (one: RasterStyle, other: RasterStyle) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The buttons that save the style under a name, apply saved ones, copy it to other scenes, and make it the default of the
 * product.
 */
export function SavedStyles({ style, product }: SavedStylesProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const actOnce = useActOnce();
  const say = useSay();
  const [name, setName] = useState('');
  const copied = useStore(mapStore, ({ copiedStyle }) => copiedStyle);
  const { styles = [], products = [] } = useRasterStyles().data ?? {};
  const applied = styles.find((saved) => isSame(saved.style, style)) ?? null;
  const isDefault = products.some((each) => each.product === product && isSame(each.style, style));
  const save = () => {
    const wanted = name.trim();
    if (wanted !== '')
      actOnce(async () => {
        await client.rasterStyles.save({ name: wanted, style });
        setName('');
        say({ message: t('map.style.savedAs', { name: wanted }), color: 'teal' });
      });
  };
  return (
    <>
      <Group gap={6} align="flex-end">
        {styles.length > 0 && (
          <>
            <Select
              style={{ flex: 1, minWidth: 90 }}
              label={t('map.style.saved')}
              placeholder={t('map.style.select')}
              data={styles.map((saved) => ({ value: saved.styleId, label: saved.name }))}
              value={applied?.styleId ?? null}
              searchable={styles.length > 8}
              onChange={(styleId) => {
                const saved = styles.find((each) => each.styleId === styleId);
                if (saved) restyleRaster(saved.style);
              }}
            />
            {applied && (
              <Tooltip label={t('common.removeNamed', { name: applied.name })}>
                <ActionIcon
                  mb={3}
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={t('common.removeNamed', { name: applied.name })}
                  onClick={() => act(() => client.rasterStyles.remove({ styleId: applied.styleId }))}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              </Tooltip>
            )}
          </>
        )}
        <TextInput
          style={{ flex: 1, minWidth: 90 }}
          label={t('map.style.name')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
        />
        <Button variant="default" disabled={name.trim() === ''} onClick={save}>
          {t('common.save')}
        </Button>
      </Group>
      <Group gap={6}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={copied !== null && isSame(copied, style)}
          onClick={() => mapStore.setState({ copiedStyle: style })}
        >
          {t('map.style.copy')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={copied === null || isSame(copied, style)}
          onClick={() => copied && restyleRaster(copied)}
        >
          {t('map.style.paste')}
        </Button>
        {product !== null && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() =>
              act(() => client.rasterStyles.setDefault({ product, style: isDefault ? null : style }))
            }
          >
            {isDefault ? t('map.style.notDefault', { product }) : t('map.style.makeDefault', { product })}
          </Button>
        )}
      </Group>
    </>
  );
}
