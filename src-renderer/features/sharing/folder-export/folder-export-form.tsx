import { Alert, Checkbox, Progress, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type HandOnForm as Form,
  handOnForms,
  mostHandedOn,
} from '../../../../src-preload/contract/sharing.ts';
import { exportNameSchema } from '../../../../src-preload/contract/takeaway.ts';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { WritingButtons } from '../../../kit/ui/writing-buttons.tsx';
import { WrittenFile } from '../../../viewer/takeaway/written-file.tsx';
import type { SceneTerms } from '../../library/scene-filters.ts';
import { type FolderExportState, useFolderExport, useScenesToExport } from './use-folder-export.ts';

/** Returns the initial name of the export. */
const today = () => `scenes-${new Date().toISOString().slice(0, 10)}`;

function Outcome({ state }: { state: FolderExportState }) {
  const { t } = useTranslation();
  if (state.kind === 'running')
    return <Progress value={100 * state.share} aria-label={t('handOn.progress')} />;
  if (state.kind === 'stopped')
    return (
      <Text size="sm" role="status">
        {t('handOn.stopped')}
      </Text>
    );
  if (state.kind === 'failed') return <ErrorNote error={state.error} />;
  if (state.kind === 'idle') return null;
  const { files: damagedFiles, names: damagedNames } = state.damaged;
  return (
    <Stack gap={6}>
      {state.file !== null && <Text size="sm">{t('handOn.done', { count: state.scenes })}</Text>}
      {state.leftOut > 0 && (
        <Text size="sm" c="var(--nadir-quiet)">
          {t('handOn.leftOut', { count: state.leftOut })}
        </Text>
      )}
      {damagedFiles > 0 && (
        <Alert color="orange" role="alert">
          {t('handOn.damaged', {
            count: damagedFiles,
            names: [...damagedNames, ...(damagedFiles > damagedNames.length ? ['…'] : [])].join(', '),
          })}
        </Alert>
      )}
      {state.reviewed > 0 && <Text size="sm">{t('handOn.reviewed', { count: state.reviewed })}</Text>}
      {state.file !== null && <WrittenFile file={state.file} />}
    </Stack>
  );
}

interface FolderExportFormProps {
  terms: SceneTerms;
  onClose: () => void;
}

/** The form that exports scenes for other people, as a STAC folder or a QGIS layer file: options, progress, and the result. */
export function FolderExportForm({ terms, onClose }: FolderExportFormProps) {
  const { t } = useTranslation();
  const scenes = useScenesToExport(terms);
  const { state, start, stop } = useFolderExport();
  const [form, setForm] = useState<Form>('stac');
  const [name, setName] = useState(today);
  const [withReviews, setWithReviews] = useState(true);
  const isRunning = state.kind === 'running';
  const full = form === 'qgis' ? `${name.replace(/\.qlr$/i, '')}.qlr` : name;
  const isNamed = exportNameSchema.safeParse(full).success;
  const isReady = scenes.ids.length > 0 && isNamed && !isRunning;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) start({ librarySceneIds: scenes.ids, form, name: full, withReviews });
  };
  const count = scenes.ids.length;
  return (
    <Stack gap="sm" component="form" onSubmit={submit} data-testid="hand-on">
      {scenes.error !== null && <ErrorNote error={scenes.error} />}
      {!scenes.isLoading && (
        <Text size="sm" role="status" data-testid="hand-on-count">
          {scenes.isChosen ? t('reviews.queue.selected', { count }) : t('handOn.listed', { count })}
          {scenes.isMore && ` ${t('handOn.most', { most: mostHandedOn })}`}
        </Text>
      )}
      <Radio.Group
        label={t('handOn.form')}
        value={form}
        onChange={(value) => setForm(handOnForms.find((each) => each === value) ?? 'stac')}
      >
        <Stack gap={6} mt={4}>
          {handOnForms.map((each) => (
            <Radio
              key={each}
              value={each}
              data-autofocus={each === form || undefined}
              label={t(`handOn.kind.${each}`)}
              description={t(`handOn.kindHint.${each}`)}
              disabled={isRunning}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="xs" c="var(--nadir-quiet)">
        {t('handOn.outlines')}
      </Text>
      {form === 'stac' && (
        <Checkbox
          label={t('handOn.withReviews')}
          description={t('handOn.withReviewsHint')}
          checked={withReviews}
          disabled={isRunning}
          onChange={({ currentTarget }) => setWithReviews(currentTarget.checked)}
        />
      )}
      <TextInput
        label={t('label.name')}
        value={name}
        disabled={isRunning}
        error={isNamed ? null : t('validation.invalid')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Outcome state={state} />
      <WritingButtons
        label={t('handOn.start')}
        isRunning={isRunning}
        isReady={isReady}
        onClose={onClose}
        onStop={stop}
      />
    </Stack>
  );
}
