import type { SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MapSource } from '../../src-preload/contract/maps.ts';
import { useApi } from '../kit/client/api.tsx';
import { openOwnMaps, referenceStore, zoomToOwnMap } from '../kit/state/own-maps-store.ts';
import { useAct } from '../kit/ui/use-act.ts';
import { showMap } from './show-map.ts';

const none: readonly MapSource[] = [];

/** Returns the commands of the user's own maps: the list, adding a map, and showing, hiding and moving to each map. */
export function useOwnMapCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const maps = useQuery(query.maps.list.queryOptions()).data ?? none;
  const open = (adding: Parameters<typeof openOwnMaps>[0]) => () => {
    showMap();
    openOwnMaps(adding);
  };
  const commandsOf = (own: MapSource): SpotlightActionData[] => [
    {
      id: `own-map-show-${own.id}`,
      label: own.visible ? t('ownMaps.hideOf', { name: own.name }) : t('ownMaps.showOf', { name: own.name }),
      onClick: () => act(() => client.maps.update({ id: own.id, patch: { visible: !own.visible } })),
    },
    {
      id: `own-map-zoom-${own.id}`,
      label: t('ownMaps.zoomTo', { name: own.name }),
      onClick() {
        showMap();
        zoomToOwnMap(own);
      },
    },
  ];
  return [
    { id: 'own-maps', label: t('ownMaps.title'), onClick: open(null) },
    { id: 'own-maps-file', label: t('ownMaps.addFileCommand'), onClick: open('file') },
    { id: 'own-maps-address', label: t('ownMaps.addAddressCommand'), onClick: open('address') },
    {
      id: 'own-maps-reference',
      label: t('ownMaps.addReference'),
      onClick() {
        showMap();
        referenceStore.setState({ isOpen: true });
      },
    },
    ...maps.flatMap(commandsOf),
  ];
}
