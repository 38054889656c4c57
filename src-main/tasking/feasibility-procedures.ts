import type { Implementer } from '../implementer.ts';
import type { Service } from '../service/service-client.ts';
import { untilClosing } from '../until-closing.ts';

/** Asks the service; nothing of it is kept. */
export const feasibilityProcedures = (
  os: Implementer,
  { service, closing }: { service: Pick<Service, 'forScope'>; closing: AbortSignal },
) => ({
  check: os.feasibility.check.handler(({ input, signal }) =>
    service.forScope(input.scope).feasibility(input.request, untilClosing(signal, closing)),
  ),
});
