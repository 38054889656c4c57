import { Button, Group, Menu, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type HandedDecision,
  type HandedGroup,
  type HandedRow,
  handedGroupSchema,
  type PackageId,
  type PackageReport,
  type PackageReview,
} from '../../../src-preload/contract/handover.ts';
import { useActiveScope, useApi, useConnections, useContractName } from '../../kit/client/api.tsx';
import { formatUtc } from '../../kit/i18n/format.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useFirstFocus } from '../../kit/ui/use-first-focus.ts';
import { useKeptPress } from '../../kit/ui/use-kept-press.ts';
import { alreadyInWords } from './already-in.ts';
import classes from './handover.module.css';
import { outcomeWords } from './handover-words.ts';
import { ReviewDifferences } from './review-differences.tsx';
import { EmptyGroup, ReviewRows, useReviewRows } from './review-rows.tsx';

/** Groups that need a decision come first. */
const usualOrder: readonly HandedGroup[] = ['conflict', 'changed', 'new', 'here'];
const decisionsForAll: Readonly<Record<HandedGroup, readonly HandedDecision[]>> = {
  new: ['theirs', 'mine'],
  changed: ['theirs', 'mine'],
  conflict: ['mine', 'theirs', 'both'],
  here: ['mine', 'theirs'],
};

/** Who made the package and when, with its other notes. */
function Head({ review }: { review: PackageReview }) {
  const { t, i18n } = useTranslation();
  const contract = useContractName();
  const scope = useActiveScope();
  const connections = useConnections();
  const { maker, madeAt, note, contractName, needsScope, keysNeeded, onlyHere, counts } = review;
  const same = Object.values(counts.same).reduce((sum, count) => sum + count, 0);
  const facts = [
    t('handover.review.by', { maker, at: formatUtc(i18n.language, madeAt) }),
    ...(contractName === null ? [] : [t('handover.review.for', { contract: contractName })]),
  ];
  const notes = [
    ...(note === '' ? [] : [t('handover.review.noteOf', { note })]),
    ...(needsScope
      ? [scope === null ? t('handover.review.noScope') : t('handover.review.intoScope', { contract })]
      : []),
    ...alreadyInWords(t, review.alreadyIn, { scope, connections }),
    ...(keysNeeded.length > 0
      ? [t('handover.review.keysNeeded', { count: keysNeeded.length, maps: keysNeeded.join(', ') })]
      : []),
    [
      ...(same > 0 ? [t('handover.review.same', { count: same })] : []),
      ...(onlyHere > 0 ? [t('handover.review.onlyHere', { count: onlyHere })] : []),
    ].join(' '),
  ].filter((text) => text !== '');
  return (
    <div className={classes.head}>
      <Text size="sm" fw={500}>
        {facts.join(', ')}
      </Text>
      {notes.map((text) => (
        <Text key={text} size="xs" c="var(--nadir-quiet)" lineClamp={2}>
          {text}
        </Text>
      ))}
    </div>
  );
}

/** Decides about one item, or about all items of a group. */
type Decide = (
  about: Pick<HandedRow, 'kind' | 'itemId'> | { group: HandedGroup },
  decision: HandedDecision,
) => void;

interface ForAllProps {
  group: HandedGroup;
  label: string;
  isOff: boolean;
  decide: Decide;
}

/** Decides about all items of a group. */
function ForAll({ group, label, isOff, decide }: ForAllProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isOff}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('handover.review.forAll', { group: label })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {decisionsForAll[group].map((decision) => (
          <Menu.Item key={decision} onClick={() => decide({ group }, decision)}>
            {group === 'new' && decision !== 'both'
              ? t(`handover.review.adding.${decision}`)
              : t(`handover.review.decision.${decision}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says what accepting will do, with the button that does it. */
function Accept({
  id,
  review,
  isDeciding,
  onDone,
  onClose,
}: {
  id: PackageId;
  review: PackageReview;
  /** True while main has not answered a decision, so that `review` may be of before it. */
  isDeciding: boolean;
  onDone: (report: PackageReport) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useApi();
  const scope = useActiveScope();
  const accept = useCommand({
    mutationFn: () => client.handover.accept({ id, scope }),
    onSuccess: onDone,
  });
  const words = outcomeWords(t, review.outcome, 'review');
  const press = useKeptPress({
    isWaiting: isDeciding,
    shown: null,
    isStillMeant: () => review.undecided === 0,
    run: () => accept.mutate(),
  });
  const isOff = (review.undecided > 0 && !isDeciding) || accept.isPending;
  return (
    <Stack gap={6}>
      {accept.isError && <ErrorNote error={accept.error} />}
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {press.isKept
            ? t('handover.review.decidingThenAccepting')
            : review.undecided > 0
              ? t('handover.review.stillOpen', { count: review.undecided })
              : words === ''
                ? t('handover.review.nothingToDo')
                : t('handover.review.sentence', { what: words })}
        </Text>
        <Group gap="xs" wrap="nowrap" style={{ flex: 'none' }}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            loading={accept.isPending}
            // Not `disabled`, because the button keeps the focus while the last conflict is decided.
            aria-disabled={isOff || undefined}
            data-disabled={isOff}
            aria-busy={isDeciding}
            onClick={() => {
              if (!isOff) press.press();
            }}
          >
            {t('handover.review.accept')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

interface ReviewedProps {
  id: PackageId;
  review: PackageReview;
  /** Reads the review again, and resolves when it is here. */
  readAgain: () => Promise<unknown>;
  onDone: (report: PackageReport) => void;
  onClose: () => void;
}

/** Compares a package with the local data and lets the user decide. Nothing changes before the user accepts. */
export function PackageReviewPane({ id, review, readAgain, onDone, onClose }: ReviewedProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const [group, setGroup] = useState<HandedGroup>(
    () => usualOrder.find((each) => review.groups[each] > 0) ?? 'new',
  );
  const [selected, setSelected] = useState(0);
  const rows = useReviewRows(id, group);
  // The focused element disappeared while the package was loading.
  const part = useFirstFocus<HTMLDivElement>(rows.total !== null, ['[role="listbox"]', 'input:checked']);
  const label = (of: HandedGroup) => t(`handover.review.group.${of}`, { count: review.groups[of] });
  const row = rows.rowAt(selected);
  const [deciding, setDeciding] = useState(0);
  const decide: Decide = (about, decision) =>
    act(async () => {
      setDeciding((count) => count + 1);
      try {
        await client.handover.decide({ id, about, decision });
        await readAgain();
      } finally {
        setDeciding((count) => count - 1);
      }
    });
  const decideRow = ({ kind, itemId }: HandedRow, decision: HandedDecision) =>
    decide({ kind, itemId }, decision);
  return (
    <div ref={part} className={classes.review}>
      <Head review={review} />
      <Group gap="xs" justify="space-between" wrap="wrap">
        <SegmentedControl
          size="xs"
          aria-label={t('handover.review.groups')}
          data={handedGroupSchema.options.map((each) => ({ value: each, label: label(each) }))}
          value={group}
          onChange={(value) => {
            const next = handedGroupSchema.safeParse(value);
            if (!next.success) return;
            setGroup(next.data);
            setSelected(0);
          }}
        />
        <ForAll group={group} label={label(group)} isOff={(rows.total ?? 0) === 0} decide={decide} />
      </Group>
      <div className={classes.sides}>
        <div className={classes.rows}>
          {rows.error && <ErrorNote error={rows.error} />}
          {rows.total === 0 ? (
            <EmptyGroup group={group} />
          ) : (
            <ReviewRows
              label={label(group)}
              rows={rows}
              selected={selected}
              onSelect={setSelected}
              onDecide={decideRow}
            />
          )}
        </div>
        <div className={classes.differences}>
          {row === undefined ? (
            <Text size="sm" c="var(--nadir-quiet)">
              {t('handover.review.pick')}
            </Text>
          ) : (
            <ReviewDifferences id={id} row={row} onDecide={(decision) => decideRow(row, decision)} />
          )}
        </div>
      </div>
      <Text size="xs" c="var(--nadir-quiet)">
        {t('handover.review.keys')}
      </Text>
      <Accept id={id} review={review} isDeciding={deciding > 0} onDone={onDone} onClose={onClose} />
    </div>
  );
}
