import { Button, Group, Text, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  defaultFolderPattern,
  folderFields,
  mostFolderLevels,
  readFolderPattern,
} from '../../../src-preload/contract/folder-pattern.ts';
import { useApi } from '../../kit/client/api.tsx';
import { validationMessage } from '../../kit/i18n/validation-message.ts';

/** The folders of downloads as a pattern, with the path that a known file would get by it. It is saved on blur or Enter. */
export function FolderPatternField({
  value,
  onCommit,
}: {
  value: string;
  onCommit: (pattern: string) => void;
}) {
  const { t } = useTranslation();
  const { query } = useApi();
  const [typed, setTyped] = useState<string | null>(null);
  const pattern = (typed ?? value).trim();
  const read = readFolderPattern(pattern);
  const problem = 'problem' in read ? read.problem : null;
  const example = useQuery(
    query.delivery.examplePath.queryOptions({
      input: problem ? skipToken : { pattern },
      placeholderData: (before) => before,
    }),
  ).data;
  const commit = () => {
    // A pattern that cannot be read stays in the field with its reason.
    if (problem) return;
    if (pattern !== value) onCommit(pattern);
    setTyped(null);
  };
  return (
    <div>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={t('settings.downloads.folders')}
          description={t('settings.downloads.foldersHint', {
            fields: folderFields.map((field) => `{${field}}`).join(' '),
          })}
          value={typed ?? value}
          maxLength={300}
          spellCheck={false}
          autoComplete="off"
          error={
            problem &&
            validationMessage(t, problem.message, {
              fields: problem.fields.join(', '),
              most: mostFolderLevels,
            })
          }
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            if (event.key === 'Escape' && typed !== null) {
              event.stopPropagation();
              setTyped(null);
            }
          }}
        />
        {value !== defaultFolderPattern && (
          <Button
            variant="default"
            onClick={() => {
              setTyped(null);
              onCommit(defaultFolderPattern);
            }}
          >
            {t('settings.downloads.foldersDefault')}
          </Button>
        )}
      </Group>
      {!problem && example && (
        <Text size="xs" mt={4} c="var(--nadir-quiet)" style={{ overflowWrap: 'anywhere' }}>
          {t('settings.downloads.foldersExample', { path: example })}
        </Text>
      )}
    </div>
  );
}
