import type { Implementer } from '../../core/implementer.ts';
import { untilClosing } from '../../core/until-closing.ts';
import type { Service } from '../../service/api/service-client.ts';

/** Creates the procedures of the feasibility contract, which ask the service and store nothing. */
export const feasibilityProcedures = (
  os: Implementer,
  { service, closing }: { service: Pick<Service, 'forScope'>; closing: AbortSignal },
) => ({
  check: os.feasibility.check.handler(({ input, signal }) =>
    service.forScope(input.scope).feasibility(input.request, untilClosing(signal, closing)),
  ),
});
