import { Alert, Button, Group, Text } from '@mantine/core';
import { ORPCError } from '@orpc/client';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type AppErrorCode, appErrorData, type StoredError } from '../../src-preload/contract/errors.ts';

export interface ErrorText {
  title: string;
  hint: string;
}

function isCode(code: string): code is AppErrorCode {
  return Object.hasOwn(appErrorData, code);
}

function plainValues(data: unknown): Record<string, string> {
  if (data === null || typeof data !== 'object') return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

/** What happened and what to do, from the catalogue; detail of the service as it was said. */
export function errorText(t: TFunction, error: unknown): ErrorText {
  const coded =
    error instanceof ORPCError
      ? { code: String(error.code), data: error.data }
      : error !== null && typeof error === 'object' && 'code' in error && typeof error.code === 'string'
        ? { code: error.code, data: 'data' in error ? error.data : null }
        : null;
  if (!coded || !isCode(coded.code)) return { title: t('errors.UNEXPECTED.title'), hint: t('errors.UNEXPECTED.hint') };
  const values = { detail: '', host: '', path: '', ...plainValues(coded.data) };
  return { title: t(`errors.${coded.code}.title`, values), hint: t(`errors.${coded.code}.hint`, values).trim() };
}

/** The service's sentences per field (its own names), where an error has them. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError) || error.code !== 'REFUSED') return {};
  const parsed = appErrorData.REFUSED.safeParse(error.data);
  return parsed.success ? Object.fromEntries(Object.entries(parsed.data.fields).map(([name, said]) => [name, said.join(' ')])) : {};
}

export function ErrorNote({ error, onRetry }: { error: unknown | StoredError; onRetry?: () => void }) {
  const { t } = useTranslation();
  const { title, hint } = errorText(t, error);
  return (
    <Alert variant="light" color="orange" icon={<IconAlertTriangle size={16} aria-hidden />} title={title} p="xs" role="alert">
      <Text size="xs">{hint}</Text>
      {onRetry && (
        <Group mt={6}>
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
