import { useApi, useSettings } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { type MeasureUnits, measureUnitsSchema } from './measure-units.ts';

const defaultUnits: MeasureUnits = { length: 'metric', area: 'metric' };

/** Returns the units of measurements and a function that changes them. They are stored in the settings. */
export function useMeasureUnits() {
  const { client } = useApi();
  const act = useAct();
  const stored = measureUnitsSchema.safeParse(useSettings()?.workspace.measureUnits);
  const units = stored.success ? stored.data : defaultUnits;
  return {
    units,
    change: (patch: Partial<MeasureUnits>) =>
      act(() => client.settings.set({ workspace: { measureUnits: { ...units, ...patch } } })),
  };
}
