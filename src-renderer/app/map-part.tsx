import { type ComponentProps, type ComponentType, lazy, memo, Suspense, useState } from 'react';
import { PaneErrorBoundary } from '../kit/ui/pane-error-boundary.tsx';
import { Waiting } from './waiting.tsx';
import { descriptionOf, mapSubjects } from './workspace-registry.tsx';

/**
 * Loads the map module while the main process is still answering, because every start needs it. An error is shown in
 * place of the map.
 */
const mapModule = import('./map/map-pane.tsx');
const LazyMapPane = lazy(() => mapModule.then((module) => ({ default: module.MapPane })));
let loadedMapPane: ComponentType<ComponentProps<typeof LazyMapPane>> | null = null;
mapModule.then(
  (module) => {
    loadedMapPane = module.MapPane;
  },
  () => undefined,
);

/** The map. For a module that is already loaded, `lazy` would delay the map by a third of a second. */
const MapPane = memo(function MapPane(props: ComponentProps<typeof LazyMapPane>) {
  const [Pane] = useState(() => loadedMapPane ?? LazyMapPane);
  return <Pane {...props} />;
});

/** The map with the marks of all subjects; an error is shown in its place. */
export function MapPart() {
  return (
    <PaneErrorBoundary>
      <Suspense fallback={<Waiting />}>
        <MapPane subjects={mapSubjects} descriptionOf={descriptionOf} />
      </Suspense>
    </PaneErrorBoundary>
  );
}
