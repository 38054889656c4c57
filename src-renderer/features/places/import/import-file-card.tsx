import { Button, CloseButton, Group, List, Progress, Select, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReadOutcome } from '../../../formats/imported.ts';
import type { CoordinateFormat, LonLat } from '../../../kit/i18n/coordinates.ts';
import { useSay } from '../../../kit/ui/use-act.ts';
import { unlessDoubleClick } from '../../../kit/ui/use-one-press.ts';
import { FeatureChoice } from './feature-choice.tsx';
import { FeaturesPreview } from './features-preview.tsx';
import { type CountryNameOf, FileQuestions } from './file-questions.tsx';
import { addedIn, availableIn, type ImportFile, questionsOf, uncorrectedIn } from './import-file.ts';
import type { ImportDialogState } from './import-store.ts';
import type { ImportLimits } from './import-target.ts';
import { problemText } from './import-words.ts';
import { problemsCsv } from './problems-csv.ts';
import { RejectedFeatures } from './rejected-features.tsx';
import { TableChoices } from './table-choices.tsx';
import { WarningText } from './warning-text.tsx';

/** Parsing a file again shows progress only beyond this number of features: a short one would only flicker. */
const minFeaturesForProgress = 5_000;

interface ImportFileCardProps {
  file: ImportFile;
  limits: ImportLimits;
  state: ImportDialogState;
  format: CoordinateFormat;
  countryNameOf: CountryNameOf;
  numbered: (position: number) => string;
  /** The middle of the list that the places are added to; null without one. */
  middleOfList: LonLat | null;
}

/** The progress of a file that is being parsed, with a button that stops it. */
function Reading({ file, onStop }: { file: ImportFile; onStop: () => void }) {
  const { t } = useTranslation();
  const { share, count, rejected } = file.progress;
  return (
    <Stack gap={4}>
      <Progress
        value={100 * share}
        size="sm"
        aria-label={t('import.reading', { file: file.name })}
        animated={share === 0}
      />
      <Group justify="space-between">
        <Text size="xs">{t('import.progress', { count: count + rejected })}</Text>
        <Button size="compact-xs" variant="default" onClick={unlessDoubleClick(onStop)}>
          {t('timeline.pause')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The number of features that can be added, and of those that need attention. */
function Counts({ file, limits, outcome }: { file: ImportFile; limits: ImportLimits; outcome: ReadOutcome }) {
  const { t } = useTranslation();
  const waiting = uncorrectedIn(file);
  const added = addedIn(file);
  const total = outcome.count + outcome.rejectedCount;
  const words = [
    t('import.ready', { count: limits.selectsEach ? outcome.count : availableIn(file, limits), total }),
    added > 0 ? t('import.added', { count: added }) : '',
    waiting > 0 ? t('import.attention', { count: waiting }) : '',
  ];
  return (
    <Text size="xs" fw={600} role="status" data-testid="import-counts">
      {words.filter(Boolean).join(' · ')}
    </Text>
  );
}

/** The problem of the whole file, and notes about content that was interpreted differently from its declaration. */
function Remarks({ file }: { file: ImportFile }) {
  const { t } = useTranslation();
  const { outcome, hasFailed } = file;
  const problem = hasFailed ? { message: 'validation.importStopped' } : (outcome?.problem ?? null);
  return (
    <>
      {problem && (
        <WarningText testId="import-problem">
          {problemText(t, problem)}
          {outcome !== null && outcome.count > 0 && (
            <Text component="span" inherit display="block">
              {t('import.partly')}
            </Text>
          )}
        </WarningText>
      )}
      {outcome !== null && outcome.notes.length > 0 && (
        <List size="xs" aria-label={t('import.notes')} data-testid="import-notes">
          {outcome.notes.map((note) => (
            <List.Item
              key={`${note.message} ${JSON.stringify(note.values)}`}
              style={{ overflowWrap: 'anywhere' }}
            >
              {problemText(t, note)}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}

function Head({ file, onRemove }: { file: ImportFile; onRemove: () => void }) {
  const { t } = useTranslation();
  const { outcome, name } = file;
  const details = [
    outcome?.format ? t(`import.format.${outcome.format}`) : '',
    outcome?.encoding && outcome.encoding !== 'utf-8'
      ? t('import.encodedAs', { encoding: outcome.encoding.toUpperCase() })
      : '',
  ];
  return (
    <Group justify="space-between" wrap="nowrap" gap={6}>
      <Text size="sm" fw={500} truncate title={name}>
        {name}
        <Text component="span" size="xs" fw={400} c="var(--nadir-quiet)" ml={8}>
          {details.filter(Boolean).join(' · ')}
        </Text>
      </Text>
      <CloseButton size="sm" aria-label={t('downloads.removeFile', { file: name })} onClick={onRemove} />
    </Group>
  );
}

/** A file in the dialog: how it was parsed, its questions, and the features to add or to correct. */
export function ImportFileCard({
  file,
  limits,
  state,
  format,
  countryNameOf,
  numbered,
  middleOfList,
}: ImportFileCardProps) {
  const { t } = useTranslation();
  const say = useSay();
  const { id, outcome, choices } = file;
  const copyProblems = async () => {
    const rejected = await file.running.rejected();
    await navigator.clipboard.writeText(problemsCsv(t, file.name, rejected));
    say({ message: t('import.copied'), color: 'teal' });
  };
  const names = outcome?.fields?.names ?? [];
  const isUntouched = addedIn(file) === 0;
  return (
    <Stack
      gap="xs"
      p="xs"
      component="section"
      aria-label={file.name}
      data-testid="imported"
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
    >
      <Head file={file} onRemove={() => state.remove(id)} />
      {file.isReading && (outcome === null || file.progress.count > minFeaturesForProgress) && (
        <Reading file={file} onStop={() => state.remove(id)} />
      )}
      {outcome && outcome.count + outcome.rejectedCount > 0 && (
        <Counts file={file} limits={limits} outcome={outcome} />
      )}
      <Remarks file={file} />
      {outcome && isUntouched && (
        <FileQuestions
          file={file.name}
          questions={questionsOf(file)}
          middleOfList={middleOfList}
          countryNameOf={countryNameOf}
          onAnswer={(kind, answer) => {
            const { [kind]: _, ...others } = choices.answers;
            state.choose(id, { answers: answer === '' ? others : { ...others, [kind]: answer } });
          }}
        />
      )}
      {outcome?.table && isUntouched && (
        <TableChoices
          keepsAttributes={limits.keepsAttributes}
          // Shows a choice at once, before the file has been parsed with it.
          table={{ ...outcome.table, ...choices.table }}
          onChange={(change) => {
            // A different separator or sheet has different columns.
            const { columns: _, ...others } = choices.table;
            const keepsColumns = 'columns' in change || 'datum' in change;
            state.choose(id, { table: { ...(keepsColumns ? choices.table : others), ...change } });
          }}
        />
      )}
      {names.length > 0 && !outcome?.table && isUntouched && (
        <Select
          w={220}
          label={t('import.nameField')}
          data={[...names]}
          value={choices.nameField === undefined ? (outcome?.fields?.name ?? null) : choices.nameField}
          placeholder={
            choices.nameField === undefined && outcome?.fields?.hasOwnNames
              ? t('import.ownNames')
              : t('import.noColumn')
          }
          searchable={names.length > 12}
          clearable
          clearButtonProps={{ 'aria-label': t('orderForm.clear', { name: t('import.nameField') }) }}
          onChange={(nameField) => state.choose(id, { nameField })}
        />
      )}
      {limits.selectsEach ? (
        <FeatureChoice
          features={file.features}
          selected={file.selected}
          numbered={numbered}
          onSelect={(selected) => state.select(id, selected)}
        />
      ) : (
        outcome &&
        file.taken < outcome.count && (
          <FeaturesPreview
            features={outcome.first}
            numbered={numbered}
            format={format}
            countryNameOf={countryNameOf}
          />
        )
      )}
      <RejectedFeatures
        key={file.version}
        file={file}
        format={format}
        onCorrect={(index, feature) => state.correct(id, index, feature)}
        onCopy={() => {
          copyProblems().catch(() => say({ message: t('import.copyFailed'), color: 'orange' }));
        }}
      />
    </Stack>
  );
}
