import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { TableStage } from '../../kit/ui/table-stage.tsx';
import { placeStore } from './place-store.ts';
import { PlacesTable } from './places-table.tsx';
import { usePlaceRows, usePlaceTerms } from './use-places-list.ts';

function WideTable() {
  const { t } = useTranslation();
  const share = useStore(placeStore, ({ tableShare }) => tableShare);
  const terms = usePlaceTerms();
  const rows = usePlaceRows(terms);
  return (
    <TableStage
      label={t('places.wideTable')}
      handleLabel={t('places.resizeTable')}
      share={share}
      onShare={(tableShare) => placeStore.setState({ tableShare })}
    >
      <PlacesTable terms={terms} rows={rows} isWide />
    </TableStage>
  );
}

/** The table of places with all its columns, below the map. */
export function PlacesStage() {
  const isWide = useStore(placeStore, (state) => state.isWide);
  return isWide ? <WideTable /> : null;
}
