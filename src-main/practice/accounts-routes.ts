import { json, pageOf, type Route } from './http-toolkit.ts';
import type { PracticeOptions } from './options.ts';
import type { Tokens } from './tokens.ts';
import type { World } from './world.ts';

/**
 * Returns the call that lists the contracts (service §4.2): as a page object, or as a bare array, which clients meet too
 * (service §10.1).
 */
export function accountsRoutes({
  world,
  tokens,
  options,
}: {
  world: World;
  tokens: Tokens;
  options: PracticeOptions;
}): Route[] {
  // The service writes times without a zone and with microseconds (service §2.4).
  const stamp = (ms: number) => new Date(ms).toISOString().replace('Z', '000');
  return [
    {
      method: 'GET',
      path: /^\/accounts\/v2\/my\/contracts\/?$/,
      handle(request) {
        if (!tokens.check(request.headers.authorization, 'accounts'))
          return json(401, { message: 'Unauthorized' });
        const contracts = world.contracts.map((contract, index) => ({
          contract_id: contract.contractId,
          name: contract.name,
          account: contract.account,
          archive_configuration: contract.archive,
          tasking_configuration: { has_credentials: contract.status === 'ACTIVE' },
          created_at: stamp(world.born - (400 - index) * 86_400_000),
          updated_at: stamp(world.born - (40 - index) * 86_400_000),
          status: contract.status,
          ...(options.extraFields ? { region_hint: 'emea', flags: [1, 2] } : {}),
        }));
        return options.contractsAsBareArray ? json(200, contracts) : pageOf(contracts, request.url, options);
      },
    },
  ];
}
