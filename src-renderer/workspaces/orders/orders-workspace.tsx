import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useActiveConnection } from '../../client/api.tsx';
import { showWorkspace } from '../../state/ui-store.ts';
import { InScope } from '../../subjects/contract/in-scope.tsx';
import { orderList } from '../../subjects/order/order-list.tsx';
import { SubjectList } from '../../subjects/subject-list.tsx';
import classes from '../../ui/panes.module.css';

/** Shows what to do if the connection has no address for orders. */
function NoOrdersAddress() {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{t('shell.workspace.orders')}</h2>
      </div>
      <Text p="md" size="sm">
        {t('orders.noAddress')}
      </Text>
      <Group px="md">
        <Button variant="default" onClick={() => showWorkspace('settings')}>
          {t('connections.manage')}
        </Button>
      </Group>
    </>
  );
}

/** The list of all orders of V2 under this contract: those placed in V2, V1 tasks and archive downloads. */
export function OrdersWorkspace() {
  const active = useActiveConnection();
  return (
    <InScope workspace="orders">
      {(scope) =>
        active?.addresses.ordersUrl === null ? (
          <NoOrdersAddress />
        ) : (
          <SubjectList declared={orderList} scope={scope} />
        )
      }
    </InScope>
  );
}
