import { appContract } from './app.ts';
import { connectionsContract, contractsContract } from './connections.ts';
import { deliveryContract } from './delivery.ts';
import { libraryContract } from './library.ts';
import { outboxContract } from './outbox.ts';
import { settingsContract } from './settings.ts';
import { taskingContract } from './tasking.ts';

/** Everything that may cross between the renderer and main. */
export const contract = {
  app: appContract,
  settings: settingsContract,
  connections: connectionsContract,
  contracts: contractsContract,
  tasking: taskingContract,
  outbox: outboxContract,
  library: libraryContract,
  delivery: deliveryContract,
};
