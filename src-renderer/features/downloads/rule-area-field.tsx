import { Button, Group, Select, Textarea } from '@mantine/core';
import { IconMap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { boxInView } from '../library/find/use-area-filter.ts';
import { areaText } from './rule-draft.ts';

/** The most areas that are offered at once; the search finds the others. */
const mostOffered = 50;

interface RuleAreaFieldProps {
  value: string;
  onChange: (text: string) => void;
  error: ReactNode;
}

/** The area that the scenes of a rule have to touch: typed, that of the map's view, or an area of Places. */
export function RuleAreaField({ value, onChange, error }: RuleAreaFieldProps) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const [search, setSearch] = useState('');
  const places = useQuery(
    query.places.page.queryOptions({
      input: {
        filter: { kind: 'area', ...(search === '' ? {} : { search: search.slice(0, 200) }) },
        sort: 'name',
        descending: false,
        offset: 0,
        limit: mostOffered,
      },
      placeholderData: (before) => before,
    }),
  );
  const rows = places.data?.rows ?? [];
  const hasAreas = rows.length > 0 || search !== '';
  const box = boxInView();
  return (
    <>
      <Textarea
        label={t('rules.area')}
        description={t('rules.areaHint')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        autoComplete="off"
      />
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          style={{ flex: 'none' }}
          leftSection={<IconMap size={14} aria-hidden />}
          disabled={box === null}
          onClick={() => {
            if (box === null) return;
            const [west, south, east, north] = box;
            onChange(
              areaText([
                [west, south],
                [east, south],
                [east, north],
                [west, north],
              ]),
            );
          }}
        >
          {t('rules.areaOfView')}
        </Button>
        {hasAreas && (
          <Select
            style={{ flex: 1 }}
            aria-label={t('rules.areaOfPlace')}
            placeholder={t('rules.areaOfPlace')}
            nothingFoundMessage={t('rules.noSuchArea')}
            searchable
            value={null}
            searchValue={search}
            onSearchChange={setSearch}
            // Main has searched already, also in notes, tags and attributes.
            filter={({ options }) => options}
            data={rows.map(({ placeId, name }) => ({ value: placeId, label: name }))}
            onChange={(picked) => {
              if (picked === null) return;
              setSearch('');
              act(async () => {
                const { geometry } = await client.places.get({ placeId: placeIdSchema.parse(picked) });
                const outer = geometry?.kind === 'area' ? geometry.rings[0] : undefined;
                if (outer) onChange(areaText(outer));
              });
            }}
          />
        )}
      </Group>
    </>
  );
}
