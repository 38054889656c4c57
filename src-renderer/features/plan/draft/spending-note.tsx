import { Alert, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatKm2 } from '../../../kit/i18n/format-km2.ts';
import type { Spending } from './spending.ts';

/** Returns a short text about what a batch may charge, for a list row; empty if it charges nothing. */
export function spendingWords(t: TFunction, language: string, spending: Spending): string {
  const { captures, recurrent, areas, areasKm2, acquiredKm2, archive } = spending;
  const parts = [
    captures === 0
      ? null
      : recurrent > 0
        ? t('spending.atLeast', { count: captures })
        : t('spending.captures', { count: captures }),
    areas > 0 ? formatKm2(language, areasKm2) : null,
    acquiredKm2 > areasKm2 ? t('spending.acquired', { size: formatKm2(language, acquiredKm2) }) : null,
    archive > 0 ? t('spending.scenes', { count: archive }) : null,
    recurrent > 0 ? t('spending.isRecurrent') : null,
  ];
  return parts.filter(Boolean).join(' · ');
}

interface SpendingNoteProps {
  spending: Spending;
  contract: string;
  /** The interval between captures, for a single recurring request. */
  every?: string | null;
}

/** Says before sending what may be charged, in the same words in every review. It gives no price, because the service publishes none. */
export function SpendingNote({ spending, contract, every = null }: SpendingNoteProps) {
  const { t, i18n } = useTranslation();
  const { requests, captures, recurrent, areas, areasKm2, acquiredKm2, archive, plansMore } = spending;
  if (requests === 0 && archive === 0) return null;
  const size = formatKm2(i18n.language, areasKm2);
  return (
    <Alert role="note" data-testid="spending">
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {[
            captures > 0
              ? recurrent > 0
                ? t('spending.expectedAtLeast', { count: captures })
                : t('spending.expected', { count: captures })
              : null,
            areas > 0 ? t('spending.areas', { count: areas, size }) : null,
            acquiredKm2 > areasKm2
              ? t('spending.repeatedAreas', { size: formatKm2(i18n.language, acquiredKm2) })
              : null,
            archive > 0 ? t('spending.archive', { count: archive }) : null,
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
        {recurrent > 0 && (
          <Text size="xs">
            {every === null ? t('spending.recurrent', { count: recurrent }) : t('spending.every', { every })}
          </Text>
        )}
        {areas > 0 && <Text size="xs">{t('spending.strips')}</Text>}
        {requests > 0 && <Text size="xs">{plansMore ? t('spending.moreAtOnce') : t('spending.more')}</Text>}
        <Text size="xs">{t('spending.charged', { contract })}</Text>
      </Stack>
    </Alert>
  );
}
