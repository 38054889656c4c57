import { iso31661NumericToAlpha2 } from 'iso-3166';
import { useEffect } from 'react';
import countriesFile from 'world-atlas/countries-50m.json?url';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Countries, Country } from '../../../src-shared/geometry/countries.ts';
import { countryNameOf } from '../i18n/country-name.ts';

const alpha2Codes = new Map(Object.entries(iso31661NumericToAlpha2));

const countriesStore = createStore<{ countries: Countries | null; isLoading: boolean }>(() => ({
  countries: null,
  isLoading: false,
}));

async function load() {
  const [{ createCountries }, response] = await Promise.all([
    import('../../../src-shared/geometry/countries.ts'),
    fetch(countriesFile),
  ]);
  if (!response.ok) throw new Error(`${response.status} for ${countriesFile}`);
  countriesStore.setState({ countries: createCountries(await response.json()) });
}

/** Returns the embedded outlines of countries; null until they are loaded, when a form first needs them. */
export function useCountries(): Countries | null {
  useEffect(() => {
    const { countries, isLoading } = countriesStore.getState();
    if (countries || isLoading) return;
    countriesStore.setState({ isLoading: true });
    // Without them, places are shown without a country; the next form retries.
    load()
      .catch(() => undefined)
      .finally(() => countriesStore.setState({ isLoading: false }));
  }, []);
  return useStore(countriesStore, ({ countries }) => countries);
}

/** Returns the name of a country in the user's language; the name in the data if the language has none. */
export function countryName({ code, name }: Country, language: string): string {
  const alpha2 = code === null ? undefined : alpha2Codes.get(code);
  return alpha2 === undefined ? name : countryNameOf(alpha2, language);
}
