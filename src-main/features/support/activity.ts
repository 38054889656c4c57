import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { findHomeFolder } from '../../core/home-folder.ts';
import type { Implementer } from '../../core/implementer.ts';
import type { Redactor } from '../../service/redaction/redact.ts';
import { type BundlePartsOptions, bundleParts } from './bundle-parts.ts';
import { commandLine } from './command-line.ts';
import type { RequestLog } from './request-log.ts';
import { createSupportBundle } from './support-bundle.ts';

interface ActivityDeps extends Omit<BundlePartsOptions, 'requests' | 'settings' | 'connections'> {
  requests: RequestLog;
  redactor: Redactor;
  settings: { get(): Settings };
  session: { list(): Promise<ConnectionView[]> };
}

/** Returns the procedures that help to find a failure: the request log and the support bundle. */
export function activityProcedures(
  os: Implementer,
  { requests, redactor, settings, session, ...rest }: ActivityDeps,
) {
  const bundle = createSupportBundle({
    parts: bundleParts({ ...rest, requests, settings: settings.get, connections: session.list }),
    clean: redactor.thorough,
    home: findHomeFolder() ?? '',
    now: rest.now,
  });
  return {
    requests: os.activity.requests.handler(({ input: { filter, ...page } }) => requests.list(filter, page)),
    request: os.activity.request.handler(({ input }) => requests.get(input.id)),
    command: os.activity.command.handler(({ input }) => commandLine(requests.get(input.id), input.shell)),
    clearRequests: os.activity.clearRequests.handler(() => requests.clear()),
    makeBundle: os.activity.makeBundle.handler(() => bundle.make()),
    packBundle: os.activity.packBundle.handler(({ input }) => bundle.pack(input)),
  };
}
