import { ActionIcon, Menu, Switch, UnstyledButton } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useActiveScope, useApi, useSettings } from '../../kit/client/api.tsx';
import { formatUtcHour } from '../../kit/i18n/format.ts';
import { timelineStore } from '../../kit/state/timeline-store.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { contractColours } from '../../map/contract-colours.ts';
import { Swatch, useContractTone } from './moment/marks.tsx';
import { coloursKey, type ShownContract, type Timeline } from './moment/use-timeline.ts';
import classes from './timeline.module.css';

function ColourMenu({ contract, timeline }: { contract: ShownContract; timeline: Timeline }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const tone = useContractTone();
  const label = t('timeline.colourOf', { name: contract.name });
  const choose = (name: (typeof contractColours)[number]['name']) => {
    const all = timeline.contracts.map((each) => [
      each.contractId ?? '',
      each === contract ? name : each.colour,
    ]);
    act(() => client.settings.set({ workspace: { [coloursKey]: Object.fromEntries(all) } }));
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} title={label}>
          <IconPalette size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {contractColours.map(({ name }) => (
          <Menu.Item key={name} leftSection={<Swatch tone={tone(name)} />} onClick={() => choose(name)}>
            {t(`timeline.colour.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns when each contract was last fetched, except those that the status bar covers. */
function useSyncWords(timeline: Timeline): Map<string | null, string> {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const { connectionId } = timeline;
  const followed = useQuery(query.timeline.followed.queryOptions({ input: { connectionId } })).data ?? [];
  const states = useQueries({
    queries: followed.map((scope) => query.tasking.syncState.queryOptions({ input: { scope } })),
  });
  return new Map(
    followed.map(({ contractId }, index) => {
      const state = states[index]?.data;
      const at = state?.lastFinishedAt ?? null;
      if (state?.running) return [contractId, t('timeline.reading')];
      if (state?.error) return [contractId, t('timeline.notRead')];
      return [
        contractId,
        at === null ? t('timeline.notYet') : t('common.asOf', { at: formatUtcHour(i18n.language, at) }),
      ];
    }),
  );
}

/** Switches between all contracts and the active one; a click on a contract shows only that one. */
export function ContractLegend({ timeline }: { timeline: Timeline }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const tone = useContractTone();
  const scope = useActiveScope();
  const wanted = useSettings()?.allContracts ?? false;
  const only = useStore(timelineStore, (state) => state.only);
  const words = useSyncWords(timeline);
  const known = useQuery(
    query.contracts.list.queryOptions({ input: scope ? { connectionId: scope.connectionId } : skipToken }),
  ).data;
  if ((known?.length ?? 0) < 2) return null;
  return (
    <div className={classes.legend}>
      <Switch
        label={t('timeline.allContracts')}
        description={t('timeline.allContractsHint')}
        checked={wanted}
        onChange={(event) => {
          const allContracts = event.currentTarget.checked;
          timelineStore.setState({ only: null });
          act(() => client.settings.set({ allContracts }));
        }}
      />
      {timeline.all && (
        <ul className={classes.contracts} aria-label={t('label.contracts')}>
          {timeline.contracts.map((contract) => {
            const alone = only === contract.contractId;
            const say = contract.active
              ? t('timeline.inForce')
              : (words.get(contract.contractId) ?? contract.status);
            return (
              <li key={contract.contractId} className={classes.contract}>
                <UnstyledButton
                  className={classes.contractButton}
                  data-colour={contract.colour}
                  aria-pressed={alone}
                  title={alone ? t('timeline.showAll') : t('timeline.showAlone', { name: contract.name })}
                  data-faded={(only !== null && !alone) || undefined}
                  onClick={() => timelineStore.setState({ only: alone ? null : contract.contractId })}
                >
                  <Swatch tone={tone(contract.colour)} />
                  <span className={classes.contractName}>{contract.name}</span>
                  <span className={classes.contractState}>{say}</span>
                </UnstyledButton>
                <ColourMenu contract={contract} timeline={timeline} />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
