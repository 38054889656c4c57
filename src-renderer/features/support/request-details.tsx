import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes, formatNumber } from '../../kit/i18n/format.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { type Fact, Facts } from '../../kit/ui/facts.tsx';
import { TimeCell } from '../../kit/ui/time-text.tsx';
import { useAct, useSay } from '../../kit/ui/use-act.ts';

/** The maximum number of characters that are shown; an element with more text is too slow to render. */
const maxCharacters = 100_000;

/** Returns indented JSON; other text is unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, maxCharacters);
  } catch {
    return text.slice(0, maxCharacters);
  }
}

function Message({
  title,
  headers,
  body,
  nothing,
}: {
  title: string;
  headers: Record<string, string> | null;
  body: string | null;
  nothing: string;
}) {
  const { t } = useTranslation();
  const facts: Fact[] = Object.entries(headers ?? {});
  return (
    <section aria-label={title}>
      <Title order={4} size="sm" mb={6}>
        {title}
      </Title>
      {facts.length > 0 ? <Facts facts={facts} /> : <Text size="xs">{nothing}</Text>}
      {body !== null && (
        <Code
          block
          fz={11.5}
          mt={8}
          mah={360}
          tabIndex={0}
          role="region"
          aria-label={`${title}: ${t('activity.body')}`}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {readable(body)}
        </Code>
      )}
    </section>
  );
}

/** Shows one request with everything that may be shown of it. */
export function RequestDetailsView({ id }: { id: number }) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const { data, error } = useQuery(query.activity.request.queryOptions({ input: { id } }));
  if (error) return <ErrorNote error={error} />;
  if (!data) return null;
  const copy = (shell: 'posix' | 'powershell') =>
    act(async () => {
      await navigator.clipboard.writeText(await client.activity.command({ id, shell }));
      say({ message: t('activity.copied'), color: 'teal' });
    });
  const answered = [data.status, data.error].filter((part) => part !== null).join(' · ');
  const facts: Fact[] = [
    [t('activity.column.at'), <TimeCell key="at" at={data.at} language={i18n.language} seconds />],
    [t('activity.column.asker'), t(`activity.asker.${data.requestOrigin}`)],
    [
      t('activity.column.status'),
      data.underWay ? t('activity.underWay') : answered || t('activity.noAnswer'),
    ],
    [
      t('activity.column.duration'),
      t('settings.milliseconds', { value: formatNumber(i18n.language, data.durationMs) }),
    ],
    [t('activity.column.size'), data.sizeBytes === null ? '—' : formatBytes(i18n.language, data.sizeBytes)],
    [t('activity.column.attempt'), formatNumber(i18n.language, data.attempt)],
    ...(data.ledTo.length === 0 ? [] : [[t('activity.ledTo'), data.ledTo.join(' → ')] satisfies Fact]),
  ];
  const failed = data.error !== null || (data.status !== null && data.status >= 300);
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {data.method} {data.address}
        </Title>
        <Group gap={6} mt={8}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => copy('posix')}
          >
            {t('activity.curl')}
          </Button>
          <Button variant="default" size="xs" onClick={() => copy('powershell')}>
            {t('activity.powershell')}
          </Button>
        </Group>
      </div>
      <Facts facts={facts} />
      <Message
        title={t('activity.sent')}
        headers={data.sentHeaders}
        body={data.sentBody}
        nothing={t('common.none')}
      />
      <Message
        title={t('activity.received')}
        headers={data.receivedHeaders}
        body={data.receivedBody}
        nothing={t('activity.noHeaders')}
      />
      {data.receivedBody === null && !failed && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('activity.notKept')}
        </Text>
      )}
    </Stack>
  );
}
