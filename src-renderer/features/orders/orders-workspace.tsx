import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useActiveConnection } from '../../kit/client/api.tsx';
import { InScope } from '../../kit/contract/in-scope.tsx';
import { SubjectList } from '../../kit/lists/subject-list.tsx';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import classes from '../../kit/ui/panes.module.css';
import { orderList } from './order-list.tsx';

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
