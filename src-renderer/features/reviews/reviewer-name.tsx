import { Autocomplete, Button, Group, Popover, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewBounds } from '../../../src-preload/contract/reviews.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';

/**
 * The field with the reviewer's name. A name that is already in the database continues as that reviewer, so that somebody who lost a
 * database or works on two computers remains one person.
 */
export function ReviewerField({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const { data: self, isPending } = useQuery(query.reviews.self.queryOptions());
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? self?.name ?? '';
  const storedReviewer = self?.known.find(
    (each) => each.name === name.trim() && each.reviewerId !== self.reviewerId,
  );
  // The stored name follows a moment after it was saved: until then the field keeps the new one, and a second press of Save saves it again.
  const storedName = self?.name;
  useEffect(() => setTyped((text) => (text?.trim() === storedName ? null : text)), [storedName]);
  // Two people may work at one computer in turn: then the reviews of before must stay those of the other one.
  const isRenaming =
    self !== undefined &&
    !self.isUnnamed &&
    storedReviewer === undefined &&
    name.trim() !== '' &&
    name.trim() !== storedName;
  const save = (isAnotherPerson = false) =>
    act(async () => {
      await client.reviews.setSelf({
        name: name.trim(),
        ...(storedReviewer === undefined ? {} : { reviewerId: storedReviewer.reviewerId }),
        ...(isAnotherPerson ? { isAnotherPerson } : {}),
      });
      onDone?.();
    });
  return (
    <Stack gap="xs">
      <Autocomplete
        label={t('reviews.reviewer')}
        description={t('reviews.reviewerHint')}
        data={[...new Set(self?.known.map((each) => each.name))]}
        value={name}
        // A name that arrives while somebody types would be mixed with what is typed.
        readOnly={isPending}
        maxLength={reviewBounds.name}
        comboboxProps={{ withinPortal: false }}
        onChange={setTyped}
        onKeyDown={(event) => {
          // Which of the two buttons is meant, nobody knows.
          if (event.key === 'Enter' && name.trim() !== '' && !isRenaming) save();
        }}
      />
      {storedReviewer !== undefined && (
        <Text size="xs" role="status">
          {t('reviews.goOnAs', { name: storedReviewer.name })}
        </Text>
      )}
      {isRenaming && (
        <Text size="xs" role="status">
          {t('reviews.whoseReviews', { before: storedName, name: name.trim() })}
        </Text>
      )}
      <Group gap="xs">
        <Button disabled={name.trim() === ''} onClick={() => save()}>
          {isRenaming ? t('reviews.renameMe') : t('common.save')}
        </Button>
        {isRenaming && (
          <Button variant="default" onClick={() => save(true)}>
            {t('reviews.anotherPerson')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The name of the reviewer, with the field that changes it. */
export function ReviewerName() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const self = useQuery(useApi().query.reviews.self.queryOptions()).data;
  return (
    <div>
      <Popover
        opened={opened}
        onChange={setOpened}
        withinPortal
        trapFocus
        returnFocus
        position="bottom-start"
      >
        <Popover.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            fw={400}
            px={4}
            ml={-4}
            onClick={() => setOpened(!opened)}
          >
            {t('reviews.by', { name: self?.name ?? '' })}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('reviews.reviewer')} w={300}>
          <ReviewerField onDone={() => setOpened(false)} />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
