import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AttributeValue,
  type PlacePatch,
  placeBounds,
} from '../../../src-preload/contract/place-values.ts';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { CommitField } from '../../kit/ui/commit-field.tsx';
import { attributeText, readAttribute } from './place-fields.ts';

interface PlaceAttributesProps {
  attributes: Readonly<Record<string, AttributeValue>>;
  onChange: (patch: PlacePatch) => void;
}

/** The attributes of a place, which can be changed, removed and added. */
export function PlaceAttributes({ attributes, onChange }: PlaceAttributesProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const problem = name.trim() in attributes ? 'validation.twice' : null;
  const add = () => {
    const read = readAttribute(value, false);
    if (name.trim() === '' || problem !== null || 'problem' in read) return;
    onChange({ attributes: { [name.trim()]: read.value } });
    setName('');
    setValue('');
  };
  const onEnter = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') add();
  };
  return (
    <Stack gap={6} component="section" aria-label={t('label.attributes')}>
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('label.attributes')}
      </Text>
      {Object.entries(attributes).map(([key, stored]) => (
        <Group key={key} gap={6} wrap="nowrap" align="flex-start">
          <Text size="xs" w={104} style={{ flex: 'none', overflowWrap: 'anywhere' }} pt={6}>
            {key}
          </Text>
          <div style={{ flex: 1, minWidth: 0 }}>
            <CommitField
              label={key}
              hidesLabel
              value={attributeText(stored)}
              onCommit={(text) => {
                const read = readAttribute(text, typeof stored === 'number');
                if ('problem' in read) return validationMessage(t, read.problem.message, read.problem.values);
                onChange({ attributes: { [key]: read.value } });
                return null;
              }}
            />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={t('places.removeAttribute', { name: key })}
            title={t('places.removeAttribute', { name: key })}
            onClick={() => onChange({ withoutAttributes: [key] })}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group gap={6} wrap="nowrap" align="flex-start">
        <TextInput
          w={104}
          aria-label={t('places.attributeName')}
          placeholder={t('label.name')}
          value={name}
          maxLength={placeBounds.attributeName}
          error={problem && validationMessage(t, problem)}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={onEnter}
        />
        <TextInput
          style={{ flex: 1 }}
          aria-label={t('places.attributeValue')}
          placeholder={t('orderForm.parameterValue')}
          value={value}
          maxLength={placeBounds.attributeText}
          onChange={(event) => setValue(event.currentTarget.value)}
          onKeyDown={onEnter}
        />
        <Button variant="default" disabled={name.trim() === '' || problem !== null} onClick={add}>
          {t('places.addAttribute')}
        </Button>
      </Group>
    </Stack>
  );
}
